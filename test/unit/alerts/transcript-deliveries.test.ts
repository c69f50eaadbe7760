import { once } from 'node:events';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { functionCaller } from '../../../server/adapters/functions/call-function.ts';
import {
  createTranscriptDeliveries,
  type TranscriptDeliveriesDeps,
} from '../../../server/alerts/transcript-deliveries.ts';
import type { MaskedTranscript } from '../../../server/contract/live.ts';
import type { EventDraft, JournalRecord } from '../../../server/domain/event.ts';
import { Fault } from '../../../server/domain/fault.ts';
import type { AgentId, SessionId } from '../../../server/domain/ids.ts';
import type { FunctionCaller } from '../../../server/ports/receivers/function-caller.ts';
import { maskedTranscript } from '../../../server/projections/public-side.ts';
import {
  answering,
  type ClinicFunctions,
  type FunctionScript,
  hanging,
  startClinicFunctions,
  trustClinic,
} from '../../support/clinic-function.ts';
import { memoryDocuments } from '../../support/memory/documents.ts';
import { memoryJournal } from '../../support/memory/journal.ts';
import { clinic as agent, memoryProxy } from '../../support/memory-proxy.ts';
import { startWebProxy } from '../../support/web-proxy.ts';

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

let receiver: ClinicFunctions;
let distrust: () => void;
let caller: FunctionCaller;
let time: number;
let journal: ReturnType<typeof memoryJournal>;
let deps: TranscriptDeliveriesDeps;
let url: string | null;
let transcript: Partial<MaskedTranscript>;

beforeAll(async () => {
  distrust = trustClinic();
  receiver = await startClinicFunctions();
});
afterAll(async () => {
  await receiver?.close();
  distrust?.();
});
beforeEach(() => {
  time = Date.now();
  receiver.seen.length = 0;
  receiver.script = answering({});
  url = `${receiver.url}/in`;
  transcript = {};
  caller = functionCaller({ now: () => time, monotonicUs: () => 0 });
  journal = memoryJournal();
  deps = {
    documents: memoryDocuments(),
    journal,
    agents: { get: async (id) => ({ ...agent, id, transcriptUrl: url }) },
    caller: inTestTime(() => caller),
    clock: { now: () => time },
    secretOf: () => secret,
    transcriptOf: async ({ sessionId, agentId }) => ({
      session_id: sessionId,
      agent_id: agentId,
      public_side: 'kept',
      turns: [
        { turn: 0, at: '2026-11-21T10:00:00.000Z', texts: [{ role: 'user', text: 'hello' }] },
      ],
      ...transcript,
    }),
    onFailure: (error) => {
      throw error;
    },
  };
});
afterEach(() => caller.close());

/** As it is, but a test has little time for an address that hangs, and much for one that answers. */
function inTestTime(of: () => FunctionCaller): Pick<FunctionCaller, 'call'> {
  const timeoutMs = (url: string) =>
    receiver.script === hanging || /\/hangs$|\.invalid:/.test(url) ? 500 : 60_000;
  return {
    call: (asked, signal) => of().call({ ...asked, timeoutMs: timeoutMs(asked.url) }, signal),
  };
}

let calls = 0;
/** A call that ends, in the journal. */
async function ended(agentId = agent.id as AgentId): Promise<readonly JournalRecord[]> {
  calls += 1;
  const session_id = `sess_${String(calls).padStart(26, '0')}` as SessionId;
  const ts = new Date(time).toISOString();
  const call = { ts, session_id, agent_id: agentId };
  const drafts: readonly EventDraft[] = [
    { kind: 'call_ended', ...call, fields: { reason: 'platform', turns: 1 } },
    { kind: 'session_sealed', ...call, fields: { merkle_root_hex: '00', event_count: 1 } },
  ];
  return journal.append(drafts);
}
type Deliveries = ReturnType<typeof createTranscriptDeliveries>;
/** One run, `seconds` later. */
async function run(deliveries: Deliveries, seconds = 0): Promise<void> {
  time += seconds * 1000;
  deliveries.work();
  await deliveries.settle();
}
const outcomes = async () =>
  (await journal.read({ limit: 10_000 })).filter(({ kind }) => kind.startsWith('transcript_'));
const waits = [10, 60, 300, 900, 3_600, 14_400, 43_200];

describe('the masked transcript of a call that ended', () => {
  it('is one signed POST with the id of the call, and on record without a text', async () => {
    const deliveries = createTranscriptDeliveries(deps);
    const records = await ended();
    expect(await deliveries.take(records)).toBe(true);
    await run(deliveries);
    await run(deliveries, 60);
    const [seen, ...more] = receiver.seen;
    expect(more).toEqual([]);
    expect(seen?.headers['webhook-id']).toBe(records[0]?.session_id);
    expect(new Webhook(secret).verify(seen?.raw ?? '', seen?.headers ?? {})).toMatchObject({
      type: 'transcript.masked',
      timestamp: records[0]?.ts,
      data: { session_id: records[0]?.session_id, turns_left_out: 0, turns: [{ turn: 0 }] },
    });
    const { host } = new URL(receiver.url);
    expect(await outcomes()).toMatchObject([
      { kind: 'transcript_sent', host, status: 200, attempts: 1, turns: 1 },
    ]);
    expect(JSON.stringify(await outcomes())).not.toContain('hello');
  });

  it('is not sent for an agent that names no address', async () => {
    url = null;
    const deliveries = createTranscriptDeliveries(deps);
    expect(await deliveries.take(await ended())).toBe(false);
  });

  it('is kept once, whatever is read twice', async () => {
    const deliveries = createTranscriptDeliveries(deps);
    const records = await ended();
    await deliveries.take(records);
    await deliveries.take(records);
    await run(deliveries);
    expect(receiver.seen).toHaveLength(1);
  });

  it('that is too long is cut at a turn, and says how many turns are left out', async () => {
    const text = 'a'.repeat(100_000);
    const turns = Array.from({ length: 12 }, (_, turn) => ({
      turn,
      at: '2026-11-21T10:00:00.000Z',
      texts: [{ role: 'user', text }],
    }));
    transcript = { turns };
    const deliveries = createTranscriptDeliveries(deps);
    await deliveries.take(await ended());
    await run(deliveries);
    const { data } = JSON.parse(receiver.seen[0]?.raw ?? '');
    expect(data.turns).toHaveLength(10);
    expect(data.turns_left_out).toBe(2);
    expect(receiver.seen[0]?.raw.length).toBeLessThanOrEqual(1024 * 1024);
  });

  it.each(['not_kept', 'erased', 'key_missing'] as const)(
    'that is %s is not sent, and the journal says so',
    async (state) => {
      transcript = { public_side: state, turns: [] };
      const deliveries = createTranscriptDeliveries(deps);
      await deliveries.take(await ended());
      await run(deliveries);
      expect(receiver.seen).toEqual([]);
      expect(await outcomes()).toMatchObject([
        { kind: 'transcript_failed', reason: state, attempts: 0 },
      ]);
    },
  );

  it('goes nowhere once the agent names no address any more', async () => {
    const deliveries = createTranscriptDeliveries(deps);
    await deliveries.take(await ended());
    url = null;
    await run(deliveries);
    expect(await outcomes()).toMatchObject([{ kind: 'transcript_failed', reason: 'no_address' }]);
  });
});

const moved: FunctionScript = (_seen, response) => {
  response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end();
};
const failures: readonly (readonly [string, FunctionScript, object])[] = [
  ['answers 500', answering('no', 500), { reason: 'failed', status: 500 }],
  ['leads elsewhere', moved, { reason: 'redirected', status: 307 }],
  ['hangs', hanging, { reason: 'timed_out' }],
  ['hangs up', (_seen, response) => void response.destroy(), { reason: 'unreachable' }],
];

describe('an address that does not take it', () => {
  it.each(failures)('because it %s gets it again with the same id and text', async (_, script) => {
    receiver.script = script;
    const deliveries = createTranscriptDeliveries(deps);
    await deliveries.take(await ended());
    await run(deliveries);
    expect(receiver.seen).toHaveLength(1);
    await run(deliveries, 9);
    expect(receiver.seen).toHaveLength(1);
    receiver.script = answering({});
    await run(deliveries, 1);
    const [first, second] = receiver.seen;
    expect(second?.path).toBe('/in');
    expect(second?.raw).toBe(first?.raw);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(await outcomes()).toMatchObject([{ kind: 'transcript_sent', attempts: 2 }]);
  });

  it.each(failures)('because it %s is given up after eight times', async (_, script, why) => {
    receiver.script = script;
    const deliveries = createTranscriptDeliveries(deps);
    await deliveries.take(await ended());
    await run(deliveries);
    for (const wait of waits) {
      expect(await outcomes()).toEqual([]);
      await run(deliveries, wait);
    }
    expect(await outcomes()).toMatchObject([{ kind: 'transcript_failed', attempts: 8, ...why }]);
    await run(deliveries, 100_000);
    expect(receiver.seen).toHaveLength(8);
  });

  it('because nobody listens there is told from one that answers', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}/in`;
    server.close();
    await once(server, 'close');
    const deliveries = createTranscriptDeliveries(deps);
    await deliveries.take(await ended());
    for (const wait of [0, ...waits]) await run(deliveries, wait);
    expect(await outcomes()).toMatchObject([
      { kind: 'transcript_failed', reason: 'unreachable', attempts: 8 },
    ]);
  });

  it.each(['https://169.254.169.254/in', 'https://[fe80::1]/in'])(
    'because nothing may go to %s gets nothing',
    async (address) => {
      url = address;
      const deliveries = createTranscriptDeliveries(deps);
      await deliveries.take(await ended());
      for (const wait of [0, ...waits]) await run(deliveries, wait);
      expect(await outcomes()).toMatchObject([{ reason: 'address_not_allowed' }]);
    },
  );

  it('holds up no other agent, and its other calls wait for the first', async () => {
    receiver.script = async (seen, response) => {
      if (seen.path !== '/hangs') response.end();
      else await seen.gone;
    };
    const slow = 'agt_01J0000000000000000000SLOW' as AgentId;
    const agents: TranscriptDeliveriesDeps['agents'] = {
      get: async (id) => ({
        ...agent,
        id,
        transcriptUrl: `${receiver.url}/${id === slow ? 'hangs' : 'in'}`,
      }),
    };
    const deliveries = createTranscriptDeliveries({ ...deps, agents });
    for (const id of [slow, slow, agent.id, agent.id]) await deliveries.take(await ended(id));
    await run(deliveries);
    const paths = receiver.seen.map(({ path }) => path).sort();
    expect(paths).toEqual(['/hangs', '/in', '/in']);
    expect(await outcomes()).toHaveLength(2);
  });

  it('has 500 calls waiting at most: one more is given up, and the journal says so', async () => {
    receiver.script = answering('no', 500);
    const deliveries = createTranscriptDeliveries(deps);
    const records: JournalRecord[] = [];
    for (let call = 0; call < 501; call += 1) records.push(...(await ended()));
    await deliveries.take(records);
    await run(deliveries);
    expect(await outcomes()).toMatchObject([
      { session_id: records.at(-1)?.session_id, reason: 'too_many_waiting', attempts: 0 },
    ]);
  });
});

describe('a service that stops', () => {
  it('before a call of no platform ended sends its masked texts after the next start, which ends it', async () => {
    const first = await memoryProxy();
    await first.say('call 202-555-0143');
    await first.pipeline.settle();
    const { pipeline, records } = await memoryProxy({ stores: first.stores });
    await pipeline.resume();
    await pipeline.settle();
    const deliveries = createTranscriptDeliveries({
      ...deps,
      transcriptOf: async (call) =>
        maskedTranscript(call, await pipeline.replays.of(call.sessionId)),
    });
    expect(await deliveries.take(await records())).toBe(true);
    await run(deliveries);
    expect(receiver.seen[0]?.raw).toContain('call [PHONE_01]');
    expect(receiver.seen[0]?.raw).not.toMatch(/555[- ]?0143|TOK1/);
  });

  it('in the middle of a delivery sends it again after its next start', async () => {
    receiver.script = hanging;
    const first = createTranscriptDeliveries({ ...deps, caller });
    await first.take(await ended());
    first.work();
    await expect.poll(() => receiver.seen).toHaveLength(1);
    await first.stop();
    expect(await outcomes()).toEqual([]);
    receiver.script = answering({});
    await run(createTranscriptDeliveries(deps), 10);
    const ids = receiver.seen.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[1]);
    expect(await outcomes()).toMatchObject([{ kind: 'transcript_sent', attempts: 2 }]);
  });

  it('before the outcome is on record puts it there after its next start, and sends nothing twice', async () => {
    const full = { append: async () => Promise.reject(new Fault('AuditUnavailable', 'full')) };
    const first = createTranscriptDeliveries({ ...deps, journal: full });
    await first.take(await ended());
    await run(first);
    await run(createTranscriptDeliveries(deps), 60);
    expect(receiver.seen).toHaveLength(1);
    expect(await outcomes()).toMatchObject([{ kind: 'transcript_sent', attempts: 1 }]);
  });

  it('keeps no outcome of a call that retention pruned meanwhile', async () => {
    const pruned = { append: async () => Promise.reject(new Fault('session_not_found', 'gone')) };
    const deliveries = createTranscriptDeliveries({ ...deps, journal: pruned });
    await deliveries.take(await ended());
    await run(deliveries);
    const stored = await deps.documents.read('transcript_deliveries');
    expect(JSON.parse(stored?.text ?? '')).toEqual({ deliveries: [] });
  });
});

describe("the clinic's web proxy", () => {
  let proxy: Awaited<ReturnType<typeof startWebProxy>>;
  let outbound: FunctionCaller;
  beforeAll(async () => {
    proxy = await startWebProxy();
    outbound = functionCaller(
      { now: () => time, monotonicUs: () => 0 },
      { HTTPS_PROXY: proxy.url },
    );
  });
  afterAll(async () => {
    await outbound?.close();
    proxy?.close();
  });

  const through = async (times: number) => {
    const deliveries = createTranscriptDeliveries({
      ...deps,
      caller: inTestTime(() => outbound),
    });
    await deliveries.take(await ended());
    for (const wait of [0, ...waits].slice(0, times)) await run(deliveries, wait);
    return outcomes();
  };

  it('has what goes to another host, whose name it looks up itself', async () => {
    url = 'https://transcripts.invalid:9/in';
    expect(await through(1)).toEqual([]);
    expect(proxy.tunnels.splice(0)).toEqual(['transcripts.invalid:9']);
  });

  it('has nothing that goes to this machine, and nothing for a name that leads to it', async () => {
    expect(await through(8)).toMatchObject([{ kind: 'transcript_sent', attempts: 1 }]);
    journal = memoryJournal();
    deps = { ...deps, journal, documents: memoryDocuments() };
    url = receiver.url.replace('localhost', hostname());
    expect(await through(8)).toMatchObject([{ reason: 'address_not_allowed' }]);
    expect(proxy.tunnels).toEqual([]);
  });
});
