import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import type { JournalRecord } from '../../server/domain/event.ts';
import type { SessionId } from '../../server/domain/ids.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { processEnv } from '../support/process-env.ts';
import { startScriptedUpstream } from '../support/scripted-upstream.ts';
import { upstreamAt, webhookSecret } from '../support/service.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { signIn } from '../support/sign-in.ts';
import { balancedClient } from './balanced-client.ts';
import { ledgerOf, type SpokenCall } from './replica-ledger.ts';
import { printed } from './table.ts';

/**
 * `node test/bench/replicas.ts --minutes 30 --replicas 3`: calls over replicas that share a database,
 * each request at the next replica, while one of them is killed every minute (`--every` seconds) and
 * started again. Then holds the journal against what the callers heard. Exits with 1 when an event is
 * lost or there twice, the chain does not hold, or an error has no explanation.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    replicas: { type: 'string', default: '3' },
    every: { type: 'string', default: '60' },
    lanes: { type: 'string', default: '6' },
  },
});
const count = Number(values.replicas);
const endAt = Date.now() + Number(values.minutes) * 60_000;
const turnsPerCall = 6;
/** Longest wait for the ends of calls after the last turn. */
const takeOverMs = 180_000;

const folder = await mkdtemp(join(tmpdir(), 'svc-replicas-'));
const postgres = await startPostgres();
const upstream = await startScriptedUpstream();
const key = () => randomBytes(32).toString('hex');
const shared = {
  ...upstreamAt(upstream.baseUrl),
  SVC_DATABASE_URL: postgres.url,
  SVC_MASTER_KEY: key(),
  SVC_KEY_K_HEALTHCARE: key(),
  SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
  SVC_LOG_LEVEL: 'error',
};
const ports: number[] = [];
for (let replica = 0; replica < count; replica += 1) ports.push(await freePort());
const envOf = (replica: number) => ({
  ...shared,
  SVC_DATA_DIR: join(folder, String(replica)),
  SVC_PORT: String(ports[replica]),
});
const replicas: ServiceProcess[] = [];
for (let replica = 0; replica < count; replica += 1) {
  replicas.push(await spawnService(envOf(replica)));
}
const urls = ports.map((port) => `http://127.0.0.1:${port}`);
const agentId = await makeAgent(urls[0] ?? '');

/** When each replica was away: killed, until it was ready again. */
const away: { readonly replica: number; readonly from: number; to: number }[] = [];
const client = balancedClient({ urls, secret: webhookSecret, away });
const calls: SpokenCall[] = [];

async function makeAgent(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/agents`, {
    method: 'POST',
    headers: { cookie: await signIn(url), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'front desk', upstream: 'provider:model-small' }),
  });
  return ((await response.json()) as { agent: { id: string } }).agent.id;
}

async function oneCall(no: number): Promise<void> {
  const call = { id: `call-${no}` };
  const webhook = `/voice/webhook/${agentId}`;
  const opened = await client.send(webhook, { message: { type: 'assistant-request', call } });
  if (opened === undefined) return;
  const { assistant } = JSON.parse(opened) as {
    assistant: { metadata: { session_id: SessionId } };
  };
  const spoken: SpokenCall = { session: assistant.metadata.session_id, heard: 0, wrong: 0 };
  calls.push(spoken);
  const messages: { role: string; content: string }[] = [];
  for (let turn = 0; turn < turnsPerCall; turn += 1) {
    const phone = `212 555 01${String((no + turn) % 100).padStart(2, '0')}`;
    messages.push({ role: 'user', content: `it is ${phone}` });
    const stream = (no + turn) % 2 === 0;
    const body = { model: 'm', call, messages, stream };
    const heard = await client.send(`/proxy/${agentId}/v1/chat/completions`, body);
    if (heard === undefined) break;
    spoken.heard += 1;
    const reply = stream ? streamedText(heard) : wholeText(heard);
    if (!reply.includes(phone)) spoken.wrong += 1;
    messages.push({ role: 'assistant', content: reply });
    await pause(20);
  }
  await client.send(webhook, { message: { type: 'end-of-call-report', call } });
}

function wholeText(body: string): string {
  const { choices } = JSON.parse(body) as { choices: { message: { content: string } }[] };
  return choices[0]?.message.content ?? '';
}

function streamedText(body: string): string {
  const lines = body.split('\n').filter((line) => line.startsWith('data: {'));
  const parts = lines.map((line) => {
    const { choices } = JSON.parse(line.slice(6)) as {
      choices?: { delta?: { content?: string } }[];
    };
    return choices?.[0]?.delta?.content ?? '';
  });
  return parts.join('');
}

async function killByTurns(): Promise<void> {
  for (let victim = 0; Date.now() < endAt; victim = (victim + 1) % count) {
    await pause(Math.min(Number(values.every) * 1000, Math.max(0, endAt - Date.now())));
    if (Date.now() >= endAt) return;
    const gone = { replica: victim, from: Date.now(), to: Number.POSITIVE_INFINITY };
    away.push(gone);
    await replicas[victim]?.end('SIGKILL');
    replicas[victim] = await spawnService(envOf(victim));
    gone.to = Date.now();
  }
}

/** What a killed replica was to end is taken over by another after a minute. */
async function untilAllEnded(): Promise<void> {
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  const deadline = Date.now() + takeOverMs;
  for (;;) {
    const { rowCount } = await database.query('SELECT FROM open_call LIMIT 1');
    if (rowCount === 0 || Date.now() > deadline) break;
    await pause(1_000);
  }
  await database.end();
}

let next = 0;
const lane = async (): Promise<void> => {
  while (Date.now() < endAt) await oneCall(next++);
};
let failed = false;
try {
  await Promise.all([killByTurns(), ...Array.from({ length: Number(values.lanes) }, lane)]);
  await untilAllEnded();
  for (const replica of replicas) await replica.end('SIGTERM');
  const file = join(folder, 'export');
  const svc = (...args: string[]) =>
    execFileSync(process.execPath, [join(import.meta.dirname, '../../server/svc.js'), ...args], {
      env: { ...processEnv(), ...envOf(0) },
      maxBuffer: 2 ** 28,
    }).toString();
  const verified = svc('audit', 'verify').trim();
  svc('audit', 'export', '--out', file);
  const records: JournalRecord[] = [];
  for await (const line of createInterface(createReadStream(file))) {
    const record = JSON.parse(line) as Partial<JournalRecord>;
    if (typeof record.seq === 'number') records.push(record as JournalRecord);
  }
  const ledger = ledgerOf(calls, records);
  const leaks = upstream.seen.filter(({ raw }) => /212 555 01\d\d/.test(raw)).length;
  const rows = [
    ['calls', String(calls.length)],
    ['replies heard to the end', String(calls.reduce((sum, { heard }) => sum + heard, 0))],
    ['replies without the value that was said', String(ledger.wrong)],
    ['requests that reached the model with a value', String(leaks)],
    ['replicas killed', String(away.length)],
    ...Object.entries(client.errors()).map(([what, times]) => [`errors: ${what}`, String(times)]),
    ['requests given up', String(client.givenUp())],
    ['heard replies whose request is not on record', String(ledger.lost)],
    ['turns on record twice', String(ledger.twice)],
    ['sessions with a gap or a second beginning or end', String(ledger.flawed)],
    ['turns without their completion (killed while in flight)', String(ledger.unfinished)],
    ['calls sealed', `${ledger.sealed} of ${calls.length}`],
    ['records', String(records.length)],
    ['audit verify', verified],
  ];
  const title = `${count} replicas, ${values.minutes} min, one killed every ${values.every} s`;
  process.stdout.write(`${printed({ title, head: ['what', 'figure'], rows })}\n`);
  failed =
    ledger.wrong + leaks + ledger.lost + ledger.twice + ledger.flawed > 0 ||
    client.unexplained() > 0 ||
    !verified.startsWith('chain ok');
} finally {
  for (const replica of replicas) await replica.end('SIGKILL').catch(() => undefined);
  await upstream.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
