import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { processEnv } from '../support/process-env.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { signIn } from '../support/sign-in.ts';

const entry = join(import.meta.dirname, '../../main/service.ts');

let state: string;
let services: ChildProcess[] = [];

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'svc-service-'));
});
afterEach(async () => {
  for (const service of services) service.kill('SIGKILL');
  services = [];
  await removeFolder(state);
});

async function configure(values: Record<string, unknown> = {}): Promise<number> {
  const port = await freePort();
  const file = { version: 1, values: { port, ingressPort: await freePort(), ...values } };
  await writeFile(join(state, 'settings.json'), JSON.stringify(file));
  return port;
}

/** The service runner in a process of its own. */
function service(...args: string[]) {
  const env = { ...processEnv(), STATE_DIRECTORY: state, LOGS_DIRECTORY: join(state, 'logs') };
  const child = spawn(process.execPath, [entry, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  services.push(child);
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return {
    said: () => said,
    output: text(child.stdout),
    signal: (name: NodeJS.Signals) => child.kill(name),
    exit: async () => ((await ended) as [number | null])[0],
  };
}

/** The whole product starts, and nothing is compiled beforehand. */
const startMs = 60_000;

describe('the product runs as a system service', { timeout: 2 * startMs }, () => {
  it('the service runs before anyone signs in, its commands use its keys, and SIGTERM ends it', async () => {
    const port = await configure();
    const runner = service();
    await expect
      .poll(runner.said, { timeout: startMs })
      .toContain(`serving at http://127.0.0.1:${port}\n`);
    const link = service('svc', 'sign-in-link');
    expect(await link.exit()).toBe(0);
    const cookie = await signIn(`http://127.0.0.1:${port}`, (await link.output).trim());
    expect(cookie).toMatch(/^svc_session=/);
    runner.signal('SIGTERM');
    expect(await runner.exit()).toBe(0);
    const files = await readdir(state);
    expect(files).toContain('keys.credential');
    expect(files).not.toContain('keys.json');
    expect(files).not.toContain('host.json');
    const log = await readFile(join(state, 'logs', 'service.log'), 'utf8');
    const messages = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg);
    expect(messages.at(-1)).toBe('the server is stopped');
    expect(`${log}${runner.said()}`).not.toContain('ticket');
    expect(await readFile(join(state, 'logs', 'server.log'), 'utf8')).toContain('listening on');
  });
});

describe('a service that cannot run with its settings ends with 78 and says why', () => {
  it('a service with invalid settings ends with 78', async () => {
    await configure({ port: 70_000 });
    const runner = service();
    expect(await runner.exit()).toBe(78);
    expect(runner.said()).toContain('port: must be a whole number from 1 to 65535');
  });
});
