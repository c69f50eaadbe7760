import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedPolicy, policyWithRule } from '../support/changed-policy.ts';
import { type PlannedCall, planDay } from '../support/day-plan.ts';
import { type CallSeen, dayScript, runCall } from '../support/day-run.ts';
import { eventually } from '../support/eventually.ts';
import { jsonApi } from '../support/json-api.ts';
import { type ProxyKit, startProxy } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';

type Row = Record<string, unknown>;
type Counts = Readonly<Record<string, number>>;

/** A session as the service shows it everywhere. */
interface Shown {
  readonly summary: Row;
  readonly events: readonly Row[];
  readonly report: Row;
}

/** More than one page of a list. */
const callCount = 120;
const atOnce = 8;
/** After the reload, mail addresses are redacted and not restored. */
const lateYaml = policyWithRule('EMAIL', '{ regex: true, ner: false, action: redact }');
const ownYaml = policyWithRule('PHONE', '{ regex: true, ner: true, action: redact }').replace(
  'name: healthcare-default',
  'name: phones-redacted',
);

let folder: string;
let proxy: ProxyKit;
let agents: string[];
let seen: CallSeen[];
const shown = new Map<string, Shown>();
const api = jsonApi(() => proxy.service);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-day-'));
  const file = join(folder, 'policy.yaml');
  await writeFile(file, changedPolicy());
  proxy = await startProxy({ SVC_POLICY_PATH: file });
  proxy.upstream.script = dayScript;
  agents = [
    await proxy.agent(),
    await proxy.agent({ tokenization: 'reversible-aead' }),
    await proxy.agent({ policy_yaml: ownYaml }),
  ];
  const day = planDay(callCount, agents.length, 20_261_121);
  const [morning, afternoon] = [day.slice(0, callCount / 2), day.slice(callCount / 2)];
  seen = await runAll(morning, new Set());
  await writeFile(file, lateYaml);
  expect((await api('/api/v1/admin/policy/reload', 'POST')).status).toBe(200);
  seen.push(...(await runAll(afternoon, new Set(['EMAIL']))));
  await gather();
});
afterAll(async () => {
  // The connection of a request given up before it was sent is open, and to the server not idle.
  proxy?.service.app.http.server.closeAllConnections();
  await proxy?.close();
  await removeFolder(folder);
});

/** Carries the calls out, some at a time, in order of their beginning. */
async function runAll(
  calls: readonly PlannedCall[],
  redacted: ReadonlySet<string>,
): Promise<CallSeen[]> {
  const results: CallSeen[] = [];
  const waiting = [...calls];
  const line = async (): Promise<void> => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      const own = call.agent === 2;
      const policy = own ? new Set(['PHONE']) : redacted;
      results.push(await runCall(proxy, agents[call.agent] ?? '', call, policy));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return results;
}

async function pages(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const from: string = typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const { body } = await api(`${path}?limit=100${from}`);
    rows.push(...(body.data ?? []));
    cursor = body.next_cursor;
  } while (typeof cursor === 'string');
  return rows;
}

/** Everything the service shows of the day, once all of its calls are sealed. */
async function gather(): Promise<void> {
  await eventually(async () => {
    const over = (await pages('/api/v1/sessions')).filter(({ ended }) => ended === true);
    expect(over).toHaveLength(callCount);
    const records = await proxy.service.records();
    expect(records.filter(({ kind }) => kind === 'session_sealed')).toHaveLength(callCount);
  });
  for (const summary of await pages('/api/v1/sessions')) {
    const path = `/api/v1/sessions/${summary['id']}`;
    const { body } = await api(`${path}/report`);
    const events = await pages(`${path}/events`);
    shown.set(String(summary['id']), { summary, events, report: body['report'] as Row });
  }
}

/** The status rule (design D29), from what the caller saw. */
function statusOf({ outcomes }: CallSeen): string {
  if (outcomes.every((outcome) => outcome === 'answered')) return 'ok';
  return outcomes.every((outcome) => outcome === 'refused') ? 'error' : 'partial';
}

const sum = (counts: Counts) => Object.values(counts).reduce((total, count) => total + count, 0);
const fieldsOf = ({ summary }: Shown) => ({
  agent: summary['agent_id'],
  status: summary['status'],
  turns: summary['turn_count'],
  redactions: summary['redactions_by_kind'],
  count: summary['redaction_count'],
});
const expectedOf = (call: CallSeen) => ({
  agent: call.agentId,
  status: statusOf(call),
  turns: call.outcomes.length,
  redactions: call.said,
  count: sum(call.said),
});

/** RFC 6962, from the text of the RFC. */
function treeRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  const sha = (...parts: readonly (Buffer | number)[]) =>
    createHash('sha256')
      .update(
        Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : part))),
      )
      .digest();
  if (only === undefined) return createHash('sha256').digest();
  if (leaves.length === 1) return sha(0, only);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha(1, treeRoot(leaves.slice(0, split)), treeRoot(leaves.slice(split)));
}

function rootOf(events: readonly Row[]): string {
  const leaves = events.filter(
    ({ kind }) => !/^session_sealed$|^report_|_view_/.test(String(kind)),
  );
  return treeRoot(leaves.map((event) => Buffer.from(String(event['curr_hash']), 'hex'))).toString(
    'hex',
  );
}

function countedBy(events: readonly Row[], kind: string, field: string): Counts {
  const counts: Record<string, number> = {};
  for (const event of events.filter((row) => row['kind'] === kind)) {
    for (const [name, count] of Object.entries(event[field] as Counts))
      counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

describe('a day of calls, as the callers, the sessions, the journal and the reports show it', () => {
  it('was heard as it should be: every reply whole, restored or redacted as its policy says', () => {
    expect(seen).toHaveLength(callCount);
    expect(seen.filter(({ misheard }) => misheard > 0)).toEqual([]);
  });

  it('is in the sessions as the callers saw it, call by call', () => {
    expect(shown.size).toBe(seen.length);
    expect(seen.map(({ sessionId }) => fieldsOf(shown.get(sessionId) as Shown))).toEqual(
      seen.map(expectedOf),
    );
  });

  it('is in the events of each session, from which summary and root can be computed again', () => {
    for (const session of shown.values()) {
      const { events, summary } = session;
      expect(events.map(({ session_seq }) => session_seq)).toEqual(events.map((_, at) => at));
      expect(countedBy(events, 'request_masked', 'spans_by_kind')).toEqual(
        summary['redactions_by_kind'],
      );
      const seal = events.find(({ kind }) => kind === 'session_sealed');
      expect(seal).toMatchObject({ merkle_root_hex: rootOf(events) });
    }
  });

  it('is in the reports, each of the policy that its session ran under', () => {
    for (const { events, summary, report } of shown.values()) {
      const started = events.find(({ kind }) => kind === 'call_started');
      expect(report).toMatchObject({
        session_id: summary['id'],
        status: summary['status'],
        redactions_by_kind: summary['redactions_by_kind'],
        merkle_root_hex: rootOf(events),
        policy_sha256: started?.['policy_sha256'],
      });
      const yaml = String(report['policy_snapshot']);
      expect(createHash('sha256').update(yaml).digest('hex')).toBe(started?.['policy_sha256']);
    }
    const snapshots = new Set([...shown.values()].map(({ report }) => report['policy_snapshot']));
    expect(snapshots).toEqual(new Set([changedPolicy(), lateYaml, ownYaml]));
  });

  it('is in the statistics of each agent', async () => {
    for (const id of agents) {
      const mine = [...shown.values()].filter(({ summary }) => summary['agent_id'] === id);
      const added = mine
        .flatMap(({ events }) => events)
        .filter(({ kind, status }) => kind === 'response_completed' && status !== 'error')
        .map(({ added_us }) => Math.round(Number(added_us) / 1000))
        .sort((a, b) => a - b);
      const nearest = (percent: number) => added[Math.ceil((added.length * percent) / 100) - 1];
      const { body } = await api(`/api/v1/agents/${id}`);
      expect(body.agent?.['stats']).toEqual({
        session_count_24h: mine.length,
        session_count_7d: mine.length,
        redaction_count_24h: mine.reduce(
          (total, { summary }) => total + Number(summary['redaction_count']),
          0,
        ),
        p50_latency_ms: nearest(50),
        p95_latency_ms: nearest(95),
      });
    }
  });

  it('the chain of the journal verifies', async () => {
    const { body } = await api('/audit/verify', 'POST');
    expect(body).toMatchObject({ ok: true, message: 'chain ok' });
  });
});
