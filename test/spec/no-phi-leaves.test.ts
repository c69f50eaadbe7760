import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '../../server/adapters/sqlcipher/journal/journal.ts';
import { deriveFileKey } from '../../server/adapters/system/key-derivation.ts';
import { loadOrCreateKeys } from '../../server/adapters/system/load-keys.ts';
import type { JournalRecord } from '../../server/domain/event.ts';
import { responsesIngresses } from '../support/ingresses/responses.ts';
import { retellIngress, twilioIngress } from '../support/ingresses/sockets.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { removeFolder } from '../support/remove-folder.ts';
import {
  echo,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../support/scripted-upstream.ts';
import { upstreamAt, webhookSecret } from '../support/service.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { rule } from './rule-book/index.ts';

const digit = fc.integer({ min: 0, max: 9 });
const digits = (length: number) =>
  fc.array(digit, { minLength: length, maxLength: length }).map((list) => list.join(''));
const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const aloud = (text: string): string =>
  [...text].map((sign) => words[Number(sign)] ?? sign).join(' ');

/** An invented value with a sentence that says it; `needle` is what must not be seen again. */
interface Canary {
  readonly sentence: string;
  readonly needle: string;
  readonly spoken?: string;
}

const phone = digits(2).map((end) => `20255501${end}`);
const canaries: fc.Arbitrary<Canary> = fc.oneof(
  phone.map((needle) => ({
    sentence: `call me back on ${needle.slice(0, 3)}-${needle.slice(3, 6)}-${needle.slice(6)}`,
    needle,
  })),
  phone.map((needle) => ({
    sentence: `my phone number is ${aloud(needle)}`,
    needle,
    spoken: aloud(needle),
  })),
  digits(4).map((end) => ({
    sentence: `my social security number is 536-81-${end}`,
    needle: `53681${end}`,
  })),
  digits(6).map((end) => ({ sentence: `my medical record number is ${end}`, needle: end })),
  digits(9).map((end) => ({ sentence: `the account number is ${end}`, needle: end })),
  digits(5).map((end) => ({ sentence: `write to kim${end}@example.com`, needle: `kim${end}` })),
  digits(5).map((end) => ({
    sentence: `my email is kim${end} at example dot com`,
    needle: `kim${end}`,
  })),
);

/** The places of a request in which a sentence can stand (design D3, D4). */
const carriers: readonly ((sentence: string) => { messages?: object[]; extra?: object })[] = [
  (content) => ({ messages: [{ role: 'user', content }] }),
  (content) => ({ messages: [{ role: 'system', content }] }),
  (content) => ({ messages: [{ role: 'developer', content }] }),
  (content) => ({ messages: [{ role: 'assistant', content }] }),
  (text) => ({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'well' },
          { type: 'text', text },
        ],
      },
    ],
  }),
  (note) => ({
    messages: [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'save', arguments: JSON.stringify({ note }) },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify({ saved: { note } }) },
    ],
  }),
  (note) => ({
    messages: [
      { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify({ notes: { [note]: 1 } }) },
    ],
  }),
  (note) => ({
    messages: [
      {
        role: 'assistant',
        content: null,
        function_call: { name: 'save', arguments: JSON.stringify([note]) },
      },
    ],
  }),
  (description) => ({
    extra: {
      tools: [
        {
          type: 'function',
          function: { name: 'save', description, parameters: { type: 'object', properties: {} } },
        },
      ],
    },
  }),
  (text) => ({
    extra: {
      call: { id: text, customer: { number: text } },
      metadata: { text },
      user: text,
      unknown_field: [text],
    },
  }),
];

let upstream: ScriptedUpstream;
let service: ServiceProcess;
let dataDir: string;
let cookie: string;
let agent: string;

beforeAll(async () => {
  upstream = await startScriptedUpstream(echo);
  dataDir = await mkdtemp(join(tmpdir(), 'svc-canary-'));
  service = await spawnService({
    ...upstreamAt(upstream.baseUrl),
    SVC_DATA_DIR: dataDir,
    SVC_LOG_LEVEL: 'trace',
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
  });
  cookie = await signIn(service.url);
  const response = await fetch(`${service.url}/api/v1/agents`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'canary',
      upstream: 'provider:model-small',
      policy_name: 'healthcare-strict',
    }),
  });
  agent = ((await response.json()) as { agent: { id: string } }).agent.id;
});

afterAll(async () => {
  await service?.end('SIGKILL');
  await upstream?.close();
  await removeFolder(dataDir);
});

/** The ways in besides chat completions. */
const ingresses = [...responsesIngresses.slice(0, 1), retellIngress, twilioIngress];

/** Makes a bearer token of the agent: sockets have no signature. */
async function makeToken(): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/agents/${agent}/tokens`, {
    method: 'POST',
    headers: { cookie },
  });
  return ((await response.json()) as { token: { secret: string } }).token.secret;
}

const squeezed = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase();

function post(
  body: object | string,
  path = `/proxy/${agent}/v1/chat/completions`,
): Promise<Response> {
  return signedFetch(webhookSecret)(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe(rule('Service 2'), () => {
  it('whatever it is, wherever in the request it stands; and the reply has it back', async () => {
    const needles: string[] = [];
    const plant = ({ needle, spoken = needle }: Canary): void =>
      void needles.push(squeezed(needle), squeezed(spoken));
    const leftOver = (text: string) => needles.filter((needle) => squeezed(text).includes(needle));
    await fc.assert(
      fc.asyncProperty(
        canaries,
        fc.constantFrom(...carriers),
        fc.boolean(),
        async (canary, carrier, stream) => {
          plant(canary);
          const { messages = [], extra = {} } = carrier(canary.sentence);
          const response = await post({
            model: 'm',
            stream,
            messages: [...messages, { role: 'user', content: canary.sentence }],
            ...extra,
          });
          const reply = await response.text();
          expect(response.status).toBe(200);
          expect(leftOver(upstream.seen.at(-1)?.raw ?? '')).toEqual([]);
          const spoken = stream
            ? contentOf(reply)
            : String(JSON.parse(reply).choices[0].message.content);
          expect(spoken).toBe(`I heard: ${canary.sentence}`);
        },
      ),
      { numRuns: propertyRuns(120) },
    );
    const at = {
      url: service.url,
      agentId: agent,
      token: await makeToken(),
      baseURL: `${service.url}/proxy/${agent}/v1`,
      fetch: signedFetch(webhookSecret),
    };
    await fc.assert(
      fc.asyncProperty(canaries, fc.constantFrom(...ingresses), async (canary, ingress) => {
        plant(canary);
        const { sentence } = canary;
        const ask = { stream: true, tools: false, result: '' };
        expect(await ingress.converse(at, sentence, ask)).toMatchObject({
          text: `I heard: ${sentence}`,
        });
        expect(leftOver(upstream.seen.at(-1)?.raw ?? '')).toEqual([]);
      }),
      { numRuns: 30 },
    );
    const before = upstream.seen.length;
    for (const type of ['assistant-request', 'tool-calls', 'transcript', 'end-of-call-report']) {
      const text = needles.join(' ');
      const call = { id: text, customer: { number: text }, metadata: { text } };
      const told = await post(
        { message: { type, call, transcript: text } },
        `/voice/webhook/${agent}`,
      );
      expect(told.status).toBeLessThan(500);
      expect(leftOver(await told.text())).toEqual([]);
    }
    expect(upstream.seen).toHaveLength(before);
    const refused = await post(`{"messages": "${needles.join(' ')}`);
    const invalid = await post({
      messages: [{ role: 'user', content: [{ type: 'image_url', text: needles.join(' ') }] }],
      [needles[0] ?? '']: 1,
    });
    expect([refused.status, invalid.status]).toEqual([422, 422]);
    const sessions = await fetch(`${service.url}/api/v1/sessions?limit=100`, {
      headers: { cookie },
    });
    const written = [
      await refused.text(),
      await invalid.text(),
      await sessions.text(),
      service.output(),
      ...(await filesIn(dataDir)),
    ].map(squeezed);
    expect(await service.end('SIGTERM')).toBe(0);
    written.push(squeezed(JSON.stringify(await journalled())));
    for (const text of written)
      expect(needles.filter((needle) => text.includes(needle) && needle.length > 6)).toEqual([]);
  });
});

/** What an SSE reply says. */
function contentOf(body: string): string {
  return body
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)).choices[0]?.delta?.content ?? '')
    .join('');
}

/** Without "x.tmp", which becomes "x" at any moment. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter(
    (name) => name !== 'keys.json' && !name.endsWith('.tmp'),
  );
  return Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
}

async function journalled(): Promise<readonly JournalRecord[]> {
  const keys = await loadOrCreateKeys({ dataDir, env: {} });
  if (!keys.ok) throw new Error('the service left no keys');
  const journal = await openJournal({
    file: join(dataDir, 'journal.db'),
    headFile: join(dataDir, 'journal.head'),
    key: deriveFileKey(keys.value.master, 'journal').reveal(),
    origin: 'voice-phi-proxy/journal',
  });
  const records = await journal.read({ limit: 10_000 });
  await journal.close();
  expect(records.length).toBeGreaterThan(500);
  return records;
}
