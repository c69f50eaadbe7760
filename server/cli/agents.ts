import { z } from 'zod';
import { postgresStores } from '../adapters/postgres/stores.ts';
import { openDatabase } from '../adapters/sqlcipher/engine/connection.ts';
import { agentsMethods } from '../adapters/sqlcipher/vault/agents.ts';
import { vaultMigrations } from '../adapters/sqlcipher/vault/migrations.ts';
import { deriveColumnKeys, deriveFileKey } from '../adapters/system/key-derivation.ts';
import { type Config, listenUrl, readConfig } from '../config/config.ts';
import type { Agent } from '../domain/agent.ts';
import type { Agents } from '../ports/agents.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { readText } from './input.ts';
import { type LocalData, loadConfig, loadLocalData, reportProblems } from './local-data.ts';
import { printError, printLine } from './output.ts';
import { withSharedData } from './shared-data.ts';

const pageSize = 100;

/** `svc agents list`: newest first, from the data folder or the database, while the service runs or not. */
export function listAgents({ json }: { readonly json?: true }): Promise<ExitCode> {
  return withAgents(async (agents, config) => {
    for (const agent of agents) {
      const { id, name, upstream, createdAt } = agent;
      await printLine(
        json === true
          ? JSON.stringify(agentOutput(agent, config))
          : [id, createdAt, upstream, name].join('  '),
      );
    }
    return exit.ok;
  });
}

/** `svc agents show`. */
export function showAgent(wanted: string, { json }: { readonly json?: true }): Promise<ExitCode> {
  return withAgents(async (agents, config) => {
    const agent = agents.find(({ id, name }) => id === wanted || name === wanted);
    if (agent === undefined) {
      printError('svc: no agent has this id or name');
      return exit.failed;
    }
    const fields = Object.entries(agentOutput(agent, config));
    if (json === true) await printLine(JSON.stringify(Object.fromEntries(fields)));
    else for (const [field, value] of fields) await printLine(`${field}: ${value}`);
    return exit.ok;
  });
}

/** Hands all agents to `work`, newest first. */
async function withAgents(
  work: (agents: readonly Agent[], config: Config) => Promise<ExitCode>,
): Promise<ExitCode> {
  const config = loadConfig();
  if (typeof config === 'number') return config;
  if (config.databaseUrl !== null) {
    return await withSharedData(config, config.databaseUrl, async ({ database, keys }) => {
      const { agents } = postgresStores(database, deriveColumnKeys(keys.database));
      return await work(await readAllPages((query) => agents.list(query)), config);
    });
  }
  const data = await loadLocalData('vault');
  return typeof data === 'number' ? data : await work(await readLocalAgents(data), config);
}

async function readLocalAgents({ files, keys }: LocalData): Promise<readonly Agent[]> {
  const db = openDatabase({
    file: files.vault,
    key: deriveFileKey(keys.database, 'vault').reveal(),
    migrations: vaultMigrations,
    readonly: true,
  });
  try {
    const { listAgents } = agentsMethods(db);
    return await readAllPages(async (query) => listAgents(query));
  } finally {
    db.close();
  }
}

async function readAllPages(list: Agents['list']): Promise<readonly Agent[]> {
  const agents: Agent[] = [];
  for (;;) {
    const before = agents.at(-1)?.id;
    const page = await list({ limit: pageSize, ...(before !== undefined && { before }) });
    agents.push(...page);
    if (page.length < pageSize) return agents;
  }
}

/** What is kept, under the names of the API; what the service adds is not known here. */
function agentOutput(agent: Agent, config: Config) {
  const base = config.callsUrl ?? config.baseUrl ?? listenUrl(config, config.port);
  return {
    id: agent.id,
    name: agent.name,
    upstream: agent.upstream,
    tokenization: agent.tokenization ?? 'as the policy says',
    policy: agent.policyYaml === null ? 'global' : 'its own',
    proxy_url: `${base}/proxy/${agent.id}/v1/chat/completions`,
    webhook_url: `${base}/voice/webhook/${agent.id}`,
    created_at: agent.createdAt,
  };
}

interface CreateOptions {
  readonly upstream?: string;
  readonly tokenization?: string;
  readonly policyName?: string;
  readonly policy?: string;
  readonly url?: string;
  readonly json?: string | true;
}

const apiErrorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});

const createdSchema = z.object({
  agent: z.looseObject({ id: z.string(), proxy_url: z.string(), webhook_url: z.string() }),
});

/** `svc agents create`: `POST /api/v1/agents` of the running service. */
export async function createAgent(name: string, options: CreateOptions): Promise<ExitCode> {
  const policyYaml = options.policy === undefined ? undefined : await readText(options.policy);
  if (options.policy !== undefined && policyYaml === undefined) return exit.noInput;
  const body = {
    name,
    upstream: options.upstream,
    tokenization: options.tokenization,
    policy_name: options.policyName,
    policy_yaml: policyYaml,
  };
  const answer = await callApi(options.url, '/api/v1/agents', { method: 'POST', body });
  if (typeof answer === 'number') return answer;
  const { agent } = createdSchema.parse(await answer.json());
  await printLine(
    options.json === undefined
      ? `created ${agent.id}\n  proxy_url    ${agent.proxy_url}\n  webhook_url  ${agent.webhook_url}`
      : JSON.stringify(agent),
  );
  return exit.ok;
}

/** `svc agents delete`: `DELETE /api/v1/agents/{agent_id}` of the running service. */
export async function deleteAgent(id: string, options: { url?: string }): Promise<ExitCode> {
  const path = `/api/v1/agents/${encodeURIComponent(id)}`;
  const answer = await callApi(options.url, path, { method: 'DELETE' });
  if (typeof answer === 'number') return answer;
  await printLine(`deleted ${id}`);
  return exit.ok;
}

/** A request with the cookie of `SVC_SESSION`; complains of any answer but success. */
async function callApi(
  url: string | undefined,
  path: string,
  { method, body }: { readonly method: string; readonly body?: unknown },
): Promise<Response | ExitCode> {
  const cookie = process.env['SVC_SESSION'] ?? '';
  if (cookie === '') {
    printError('svc: SVC_SESSION must hold the value of the cookie svc_session; see --help');
    return exit.notPermitted;
  }
  const base = url ?? configuredUrl();
  if (typeof base === 'number') return base;
  const answer = await fetch(`${base.replace(/\/+$/, '')}${path}`, {
    method,
    redirect: 'error',
    headers: {
      cookie: `svc_session=${cookie.replace(/^svc_session=/, '')}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (answer === undefined) {
    printError(`svc: ${base} does not answer: is the service running? --url names another one`);
    return exit.unavailable;
  }
  return answer.ok ? answer : await printApiError(answer);
}

function configuredUrl(): string | ExitCode {
  const config = readConfig(process.env);
  if (!config.ok) return reportProblems(config.problems);
  return config.value.baseUrl ?? listenUrl(config.value, config.value.port);
}

async function printApiError(answer: Response): Promise<ExitCode> {
  const parsed = apiErrorSchema.safeParse(await answer.json().catch(() => undefined));
  if (!parsed.success) {
    printError(`svc: answered with status ${answer.status}: is this the service?`);
    return exit.unavailable;
  }
  const { code, message, details = [], request_id: requestId } = parsed.data.error;
  printError(`svc: ${code}: ${message} (${requestId})`);
  for (const detail of details) printError(`  ${detail.path}: ${detail.message}`);
  if (answer.status === 401 || answer.status === 403) return exit.notPermitted;
  return answer.status >= 500 ? exit.unavailable : exit.failed;
}
