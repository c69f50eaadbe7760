import { postgresStores } from '../adapters/postgres/stores.ts';
import { agentsMethods } from '../adapters/sqlcipher/agents-methods.ts';
import { openDatabase } from '../adapters/sqlcipher/connection.ts';
import { vaultMigrations } from '../adapters/sqlcipher/vault-migrations.ts';
import { deriveColumnKeys, deriveFileKey } from '../adapters/system/derive.ts';
import { type Config, listenUrl } from '../config.ts';
import type { Agent } from '../domain/agent.ts';
import type { Agents } from '../ports/agents.ts';
import { type ExitCode, exit } from './exit.ts';
import { loadConfig, type LocalData, loadLocalData } from './local-data.ts';
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
