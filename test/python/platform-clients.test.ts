import { execFile, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformName } from '../../renderer/agents/platforms/strings.ts';
import { codesOf, newReaderAgent } from '../support/platform-pages.ts';
import { type ProxyKit, startProxy } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { callFunction, echo, lastUserText, type Script } from '../support/scripted-upstream.ts';

const run = promisify(execFile);
const here = import.meta.dirname;

const desk = '202-555-0187';
const call = {
  name: 'Maria Gonzalez',
  prompt: `You answer the telephone of a clinic. The front desk has ${desk}.`,
  words: [
    'hi, my name is Maria Gonzalez and my number is 202-555-0143',
    'please put me through',
    'thank you, what was my number again',
  ],
};
const canaries = /Maria|Gonzalez|555-?01\d\d/;

/** Puts through to the front desk when asked to, else repeats what the caller said. */
const receptionist: Script = (seen, response) => {
  const last = seen.body.messages.at(-1);
  const asked = last?.role === 'user' && lastUserText(seen) === call.words[1];
  const number = /front desk has (TOK1\.PHONE\.[A-Z0-9_.]+[A-Z0-9])/.exec(seen.raw)?.[1];
  const name = /my name is (TOK1\.NAME\.[A-Z0-9_.]+[A-Z0-9])/.exec(seen.raw)?.[1];
  const answer = asked
    ? callFunction('transfer', () => ({ number, note: `${name} is waiting` }))
    : echo;
  return answer(seen, response);
};

interface Outcome {
  readonly heard: readonly string[];
  readonly called: readonly object[];
}

let folder: string | undefined;
let python: string;
let proxy: ProxyKit;

const needs =
  'npm run test:python needs python3 with its module venv (on Debian: apt install python3-venv) and PyPI, ' +
  'or PYTHON_WITH_CLIENTS, a Python that has test/python/requirements.txt';

/** The Python of a new environment with the clients; rejects with what that needs. */
async function newEnvironment(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'svc-python-'));
  await run('python3', ['-m', 'venv', folder]).catch((cause: unknown) => {
    throw new Error(needs, { cause });
  });
  const made = join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await run(made, [...pip, '-r', join(here, 'requirements.txt')]);
  return made;
}

beforeAll(async () => {
  // A Python that has the clients already saves the minutes of their installation.
  python = process.env['PYTHON_WITH_CLIENTS'] ?? (await newEnvironment());
  proxy = await startProxy();
  proxy.upstream.script = receptionist;
});
afterAll(async () => {
  await proxy?.close();
  if (folder !== undefined) await removeFolder(folder);
});

/** A call by the client of a page; rejects with what it printed when it fails. */
async function callBy(page: PlatformName, codes: readonly string[]): Promise<Outcome> {
  const client = spawn(python, [join(here, 'clients.py')]);
  client.stdin.end(JSON.stringify({ page, codes, call: { ...call, id: `${page}-call` } }));
  const [out, errors] = await Promise.all([text(client.stdout), text(client.stderr)]);
  if (out === '') throw new Error(errors);
  return JSON.parse(out) as Outcome;
}

const clients = ['openai-python', 'livekit', 'pipecat'] as const;

describe.each(clients)('the code on the page %s, run by its client for Python', (page) => {
  it('makes a call with a transfer, of which the provider sees no value, and ends it', async () => {
    const agent = await newReaderAgent(proxy);
    const before = proxy.upstream.seen.length;
    const { heard, called } = await callBy(page, codesOf(page, agent));
    expect(heard[0]).toBe(`I heard: ${call.words[0]}`);
    expect(called).toEqual([{ number: desk, note: `${call.name} is waiting` }]);
    expect(heard.at(-1)).toBe(`I heard: ${call.words[2]}`);
    const seen = proxy.upstream.seen.slice(before);
    expect(seen.length).toBeGreaterThanOrEqual(call.words.length);
    expect(seen.filter(({ raw }) => canaries.test(raw))).toEqual([]);
    expect(seen.some(({ body }) => body.messages.some(({ role }) => role === 'tool'))).toBe(true);
    await expect
      .poll(() => proxy.sessions(agent.id))
      .toMatchObject([{ turn_count: seen.length, status: 'ok', ended: true }]);
  });

  it('says that the token is wrong', async () => {
    const agent = await newReaderAgent(proxy);
    const codes = codesOf(page, { ...agent, token: `svct_${'A'.repeat(43)}` });
    await expect(callBy(page, codes)).rejects.toThrow(
      'the bearer token does not belong to this agent, or was revoked',
    );
    expect(await proxy.sessions(agent.id)).toEqual([]);
  });
});
