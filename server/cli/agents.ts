import { z } from 'zod';
import { listenUrl } from '../config/config.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { readText } from './input.ts';
import { loadConfig } from './local-data.ts';
import { printError, printLine } from './output.ts';

interface OutputOptions {
  readonly url?: string;
  readonly json?: true;
}

const agentSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  upstream: z.string(),
  created_at: z.string(),
  proxy_url: z.string(),
  webhook_url: z.string(),
});
type Agent = z.infer<typeof agentSchema>;

const pageSchema = z.object({ data: z.array(agentSchema), next_cursor: z.string().nullable() });
const createdSchema = z.object({ agent: agentSchema });
const apiErrorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});

/** `svc agents list`: the agents of the running service, newest first. */
export async function listAgents({ url, json }: OutputOptions): Promise<ExitCode> {
  const agents = await readAgents(url);
  if (typeof agents === 'number') return agents;
  for (const agent of agents) {
    const { id, name, upstream, created_at: createdAt } = agent;
    const text = [id, createdAt, upstream, name].join('  ');
    await printLine(json === true ? JSON.stringify(agent) : text);
  }
  return exit.ok;
}

/** `svc agents show`: one agent by its id or its name. */
export async function showAgent(wanted: string, options: OutputOptions): Promise<ExitCode> {
  const agents = await readAgents(options.url);
  if (typeof agents === 'number') return agents;
  const agent = agents.find(({ id, name }) => id === wanted || name === wanted);
  if (agent === undefined) {
    printError('svc: no agent has this id or name');
    return exit.failed;
  }
  if (options.json === true) await printLine(JSON.stringify(agent));
  else for (const [field, value] of Object.entries(agent)) await printLine(`${field}: ${value}`);
  return exit.ok;
}

interface CreateOptions {
  readonly upstream?: string;
  readonly tokenization?: string;
  readonly policyName?: string;
  readonly policy?: string;
  readonly url?: string;
  readonly json?: string | true;
}

/** `svc agents create`. */
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
  const answer = await callApi(options.url, '/agents', { method: 'POST', body });
  if (typeof answer === 'number') return answer;
  const { agent } = createdSchema.parse(await answer.json());
  await printLine(
    options.json === undefined
      ? `created ${agent.id}\n  proxy_url    ${agent.proxy_url}\n  webhook_url  ${agent.webhook_url}`
      : JSON.stringify(agent),
  );
  return exit.ok;
}

/** `svc agents delete`. */
export async function deleteAgent(id: string, options: { url?: string }): Promise<ExitCode> {
  const path = `/agents/${encodeURIComponent(id)}`;
  const answer = await callApi(options.url, path, { method: 'DELETE' });
  if (typeof answer === 'number') return answer;
  await printLine(`deleted ${id}`);
  return exit.ok;
}

async function readAgents(url: string | undefined): Promise<readonly Agent[] | ExitCode> {
  const agents: Agent[] = [];
  let cursor = '';
  for (;;) {
    const answer = await callApi(url, `/agents?limit=100${cursor}`, { method: 'GET' });
    if (typeof answer === 'number') return answer;
    const page = pageSchema.parse(await answer.json());
    agents.push(...page.data);
    if (page.next_cursor === null) return agents;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

/** Sends a request to the API of the running service with the cookie in `SVC_SESSION`. Reports errors. */
async function callApi(
  url: string | undefined,
  path: string,
  { method, body }: { readonly method: string; readonly body?: unknown },
): Promise<Response | ExitCode> {
  const cookie = process.env['SVC_SESSION'] ?? '';
  if (cookie === '') {
    printError('svc: set SVC_SESSION to the value of the cookie svc_session; see --help');
    return exit.notPermitted;
  }
  const base = url ?? configuredUrl();
  if (typeof base === 'number') return base;
  const answer = await fetch(`${base.replace(/\/+$/, '')}/api/v1${path}`, {
    method,
    redirect: 'error',
    headers: {
      cookie: `svc_session=${cookie.replace(/^svc_session=/, '')}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (answer === undefined) {
    printError(`svc: ${base} does not answer: start the service, or give its address with --url`);
    return exit.unavailable;
  }
  return answer.ok ? answer : await printApiError(answer);
}

function configuredUrl(): string | ExitCode {
  const config = loadConfig();
  return typeof config === 'number' ? config : (config.baseUrl ?? listenUrl(config, config.port));
}

async function printApiError(answer: Response): Promise<ExitCode> {
  const parsed = apiErrorSchema.safeParse(await answer.json().catch(() => undefined));
  if (!parsed.success) {
    printError(`svc: status ${answer.status} without an error code: is --url the service?`);
    return exit.unavailable;
  }
  const { code, message, details = [], request_id: requestId } = parsed.data.error;
  printError(`svc: ${code}: ${message} (${requestId})`);
  for (const detail of details) printError(`  ${detail.path}: ${detail.message}`);
  if (answer.status === 401 || answer.status === 403) return exit.notPermitted;
  return answer.status >= 500 ? exit.unavailable : exit.failed;
}
