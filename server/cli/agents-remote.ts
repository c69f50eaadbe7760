import { z } from 'zod';
import { listenUrl, readConfig } from '../config.ts';
import { type ExitCode, exit } from './exit.ts';
import { readText } from './input.ts';
import { reportProblems } from './local-data.ts';
import { printError, printLine } from './output.ts';

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
