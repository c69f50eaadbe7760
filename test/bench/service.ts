import { join } from 'node:path';
import { signIn } from '../support/sign-in.ts';
import { secret } from './load.ts';
import { type Running, start } from './processes.ts';

/** The service under measurement in front of an upstream, with one agent. */
export interface MaskedPath extends Running {
  /** Where its agent answers chat completions. */
  readonly agentUrl: string;
  /** Where platforms tell of its calls. */
  readonly webhookUrl: string;
  readonly cookie: string;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** `svc.js` of the product to measure; default: that of this checkout. */
  readonly entry?: string;
}

/** As `npm run serve` and the app start it. */
export const nodeFlags = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  '--v8-pool-size=1',
];
export const checkoutEntry = join(import.meta.dirname, '../../server/svc.js');

export async function startService(
  dataDir: string,
  upstream: Pick<Running, 'url'>,
  { env = {}, entry = checkoutEntry }: StartOptions = {},
): Promise<MaskedPath> {
  const service = await start([...nodeFlags, entry, 'serve'], {
    MALLOC_ARENA_MAX: '2',
    SVC_DEV: '1',
    SVC_PORT: '0',
    SVC_DATA_DIR: dataDir,
    SVC_LOG_LEVEL: 'silent',
    SVC_VOICE_WEBHOOK_SECRET: secret,
    SVC_UPSTREAM_BASE_URL: `${upstream.url}/v1`,
    SVC_MODEL_SMALL: 'bench',
    ...env,
  });
  const cookie = await signIn(service.url);
  const response = await fetch(`${service.url}/api/v1/agents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ name: 'bench', upstream: 'provider:model-small' }),
  });
  const { agent } = (await response.json()) as { agent: { id: string } };
  return {
    ...service,
    cookie,
    agentUrl: `${service.url}/proxy/${agent.id}/v1/chat/completions`,
    webhookUrl: `${service.url}/voice/webhook/${agent.id}`,
  };
}

export function programFile(name: string): string {
  return join(import.meta.dirname, 'programs', name);
}
