import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCsvLine } from '../../server/contract/session-csv.ts';
import { SessionSummary } from '../../server/contract/sessions.ts';
import { toWire } from '../../server/contract/wire-form.ts';
import { noExposure } from '../../server/domain/exposure.ts';
import type { AgentId, SessionId } from '../../server/domain/ids.ts';
import type { SessionSummary as Summary } from '../../server/domain/session.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

const hour = 3_600_000;
let fixture: Fixture;
let nurse: Browser;
let agent: AgentId;
const deleted: AgentId = 'agt_01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** Sessions by what the lists look at; ages in hours. */
const kept = [
  { age: 0.5, status: 'ok', redactions: 4 },
  { age: 2, status: 'partial', redactions: 0 },
  { age: 2, status: 'ok', redactions: 9 },
  { age: 23, status: 'error', redactions: 1 },
  { age: 30, status: 'ok', redactions: 2, deleted: true },
  { age: 24 * 20, status: 'ok', redactions: 5 },
] as const;

beforeAll(async () => {
  fixture = await startFixture();
  nurse = await fixture.signIn('nurse@example.com');
  const response = await nurse.post('/api/v1/agents', { name: 'Intake', upstream: 'stub' });
  agent = response.json().agent.id;
  const rows = kept.map((row) => ({
    summary: summaryOf(row),
    foldedSeq: 0,
    addedMs: {},
  }));
  await fixture.calls.record(rows);
});
afterAll(() => fixture.app.close());

function summaryOf(row: (typeof kept)[number]): Summary {
  const started = fixture.time.now - row.age * hour;
  return {
    id: fixture.deps.ids.next('sess') as SessionId,
    agentId: 'deleted' in row ? deleted : agent,
    agentName: 'Intake',
    startedAt: new Date(started).toISOString(),
    endedAt: new Date(started + 61_000).toISOString(),
    durationMs: 61_000,
    status: row.status,
    redactionCount: row.redactions,
    redactionsByKind: row.redactions === 0 ? {} : { PHONE: row.redactions },
    exposure: noExposure,
    upstreamModel: 'stub',
    turnCount: 3,
    ended: true,
  };
}

const summaryWire = () => toWire(SessionSummary, summaryOf(kept[0]));

interface Page {
  total: number;
  data: { id: string; redaction_count: number; started_at: string }[];
  next_cursor: string | null;
}
const list = async (query = '', path = '/api/v1/sessions'): Promise<Page> =>
  (await nurse.get(`${path}?${query}`)).json();
const counts = (page: Page) => page.data.map((session) => session.redaction_count).sort();

describe('GET /api/v1/sessions', () => {
  it('lists the last 24 hours, newest start first', async () => {
    const page = await list();
    expect(counts(page)).toEqual([0, 1, 4, 9]);
    const starts = page.data.map((session) => session.started_at);
    expect(starts).toEqual([...starts].sort().reverse());
    expect(page.next_cursor).toBeNull();
  });

  it('shows the fields of the spec', async () => {
    const [session] = (await list('since=1h')).data;
    expect(session).toMatchObject({
      id: expect.stringMatching(/^sess_/),
      agent_id: agent,
      agent_name: 'Intake',
      started_at: new Date(fixture.time.now - hour / 2).toISOString(),
      ended_at: expect.any(String),
      duration_ms: 61_000,
      status: 'ok',
      redaction_count: 4,
      redactions_by_kind: { PHONE: 4 },
      upstream_model: 'stub',
    });
  });

  it.each<[string, number[]]>([
    ['since=1h', [4]],
    ['since=24h', [0, 1, 4, 9]],
    ['since=7d', [0, 1, 2, 4, 9]],
    ['since=30d', [0, 1, 2, 4, 5, 9]],
    ['since=90m', [4]],
    ['since=2026-11-21T07:59:59Z', [0, 4, 9]],
    ['since=2026-11-21T08:00:00.001Z', [4]],
    ['status=ok', [4, 9]],
    ['status=partial', [0]],
    ['status=error', [1]],
    ['min_redactions=4', [4, 9]],
    ['min_redactions=0', [0, 1, 4, 9]],
    [`agent_id=${deleted}&since=7d`, [2]],
    ['since=30d&status=ok&min_redactions=5', [5, 9]],
    ['from=2026-11-20T00:00:00Z', [0, 1, 2, 4, 9]],
    ['until=2026-11-21T08:00:00Z', [1, 2, 5]],
    ['from=2026-11-20T00:00:00Z&until=2026-11-21T08:00:00Z', [1, 2]],
    ['kind=PHONE', [1, 4, 9]],
    ['kind=SSN', []],
    ['state=ended', [0, 1, 4, 9]],
    ['state=in_progress', []],
    ['q=sess_', [0, 1, 2, 4, 5, 9]],
    ['q=nothing', []],
  ])('%s', async (query, expected) => {
    expect(counts(await list(query))).toEqual(expected);
  });

  it('finds a session by its id or the beginning of it, however it is written and however old', async () => {
    const [old] = (await list('since=30d&min_redactions=5&status=ok')).data.filter(
      ({ redaction_count }) => redaction_count === 5,
    );
    for (const q of [old?.id, old?.id.slice(5), old?.id.slice(5).toLowerCase(), ` ${old?.id} `]) {
      const page = await list(`q=${encodeURIComponent(q ?? '')}`);
      expect([page.total, counts(page)]).toEqual([1, [5]]);
    }
  });

  it('says how many sessions match on all pages together', async () => {
    const page = await list('since=30d&limit=2');
    expect([page.data.length, page.total]).toEqual([2, 6]);
    const rest = await list(`since=30d&limit=100&cursor=${page.next_cursor}`);
    expect([rest.data.length, rest.total]).toEqual([4, 6]);
  });

  it.each<[string, number[]]>([
    ['started_at', [5, 2, 1]],
    ['-redaction_count', [9, 5, 4]],
    ['redaction_count', [0, 1, 2]],
  ])('lists by %s, page by page', async (sort, first) => {
    const page = await list(`since=30d&sort=${sort}&limit=3`);
    expect(page.data.map(({ redaction_count }) => redaction_count)).toEqual(first);
    const rest = await list(`since=30d&sort=${sort}&limit=3&cursor=${page.next_cursor}`);
    expect(new Set([...page.data, ...rest.data].map(({ id }) => id)).size).toBe(6);
  });

  it.each([1, 2, 3, 100])('gives each session once in pages of %i', async (limit) => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list(
        `since=30d&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(kept.length);
    expect(new Set(seen).size).toBe(kept.length);
  });

  it('neither repeats nor leaves out a session when others begin between two pages', async () => {
    const first = await list('since=7d&limit=2');
    const begun = summaryOf({ age: 0.1, status: 'ok', redactions: 7 } as never);
    await fixture.calls.record([{ summary: begun, foldedSeq: 0, addedMs: {} }]);
    const rest = await list(`since=7d&limit=100&cursor=${first.next_cursor}`);
    await fixture.calls.record([
      {
        summary: { ...begun, startedAt: '2020-01-01T00:00:00.000Z' },
        foldedSeq: 0,
        addedMs: {},
      },
    ]);
    const whole = await list('since=7d');
    expect([...first.data, ...rest.data]).toEqual(whole.data);
    expect(whole.total).toBe(whole.data.length);
  });

  it('takes a start a little ahead of its own clock, and finds nothing yet', async () => {
    expect(counts(await list('since=2026-11-21T10:04:00Z'))).toEqual([]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'since=yesterday',
    'since=',
    'since=5w',
    'since=2026-11-21',
    'since=2026-11-21T10:00:00%2B02:00',
    'since=2026-02-30T10:00:00Z',
    'since=2026-11-21T10:06:00Z',
    'since=0h',
    'since=24H',
    'since=-1h',
    'since=1.5h',
    'since=99999d',
    'status=done',
    'min_redactions=-1',
    'min_redactions=many',
    'agent_id=x',
    'from=yesterday',
    'from=2026-11-20T00:00:00Z&since=1h',
    'until=2026-11-20T00:00:00Z&from=2026-11-20T00:00:00Z',
    'q=',
    'kind=phone',
    'state=over',
    'sort=agent',
    'sinse=1h',
    'cursor=%F0%9F%98%80',
    'cursor=WyJ4IiwieSJd',
  ])('refuses %s with a detail that names the parameter', async (query) => {
    const response = await nurse.get(`/api/v1/sessions?${query}`);
    const { error } = response.json();
    expect([response.statusCode, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details[0].path).toBe(query.split('=')[0]);
  });
});

describe('GET /api/v1/sessions.csv', () => {
  const lines = async (query = ''): Promise<string[]> => {
    const response = await nurse.get(`/api/v1/sessions.csv?${query}`);
    expect(response.headers['content-type']).toMatch(/^text\/csv/);
    return response.body.trimEnd().split('\r\n');
  };

  it('is the list with a line for each session', async () => {
    const [head, ...rows] = await lines('since=30d&sort=-redaction_count');
    const columns = (head ?? '').split(',');
    const cells = rows.map((row) => row.split(','));
    const at = columns.indexOf('redaction_count');
    expect(cells.map((row) => Number(row[at]))).toEqual([9, 5, 4, 2, 1, 0]);
    expect(cells[0]?.[columns.indexOf('redactions_by_kind')]).toBe('PHONE 9');
  });

  it('takes the filters of the list, and is on record with who took it', async () => {
    const before = fixture.journal.drafts.length;
    expect(await lines('status=partial')).toHaveLength(2);
    const [recorded] = fixture.journal.drafts.slice(before);
    expect(recorded).toMatchObject({
      kind: 'sessions_exported',
      fields: { actor: expect.stringMatching(/^usr_/) },
    });
  });

  it('is refused when the journal cannot record it', async () => {
    fixture.journal.broken = true;
    const response = await nurse.get('/api/v1/sessions.csv');
    fixture.journal.broken = false;
    expect(response.statusCode).toBe(503);
  });

  it('quotes a name, and takes the formula out of one that a spreadsheet would run', () => {
    const session = { ...summaryWire(), agent_name: '=1+1, "desk"' };
    expect(sessionCsvLine(session)).toContain(`,"'=1+1, ""desk""",`);
  });

  const beginnings = [
    ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '−', '﹢', '\t', '\r', '\n', ' =', '\u00a0='],
    ...['\u200b=', '\u2060+', '\ufeff@', '\u00ad-', '\u202e=', '\u3164=', '\u0000=', ' \u200d ＝'],
  ].map((text): [string, string] => [
    [...text].map((sign) => sign.codePointAt(0)?.toString(16)).join(' '),
    text,
  ]);
  it.each(beginnings)('takes the formula out of a name that begins with %s', (_, text) => {
    const line = sessionCsvLine({ ...summaryWire(), agent_name: `${text}1+1` });
    expect(line).toMatch(/,"?'/);
  });

  it.each(['desk = front', 'a@example.com', '1-2', 'é+', '中＝'])('leaves %s as it is', (text) => {
    expect(sessionCsvLine({ ...summaryWire(), agent_name: text })).toContain(`,${text},`);
  });

  it.each(['limit=5', 'kind=phone'])('refuses %s', async (query) => {
    expect((await nurse.get(`/api/v1/sessions.csv?${query}`)).statusCode).toBe(422);
  });
});

describe('GET /api/v1/agents/{agent_id}/sessions', () => {
  it('is the same list for one agent', async () => {
    expect(counts(await list('', `/api/v1/agents/${agent}/sessions`))).toEqual([0, 1, 4, 9]);
    expect(counts(await list('status=error', `/api/v1/agents/${agent}/sessions`))).toEqual([1]);
  });

  it('still lists the sessions of a deleted agent', async () => {
    expect(counts(await list('since=7d', `/api/v1/agents/${deleted}/sessions`))).toEqual([2]);
  });

  it.each(['agt_01BX5ZZKBKACTAV9WEVGEMMVRZ', 'x'])('404 for %s', async (id) => {
    const response = await nurse.get(`/api/v1/agents/${id}/sessions`);
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'agent_not_found']);
  });
});

describe('GET /api/v1/sessions/{session_id} (design D30)', () => {
  it('gives one summary', async () => {
    const [first] = (await list('since=1h')).data;
    const { session } = (await nurse.get(`/api/v1/sessions/${first?.id}`)).json();
    expect(session).toEqual(first);
  });

  it.each(['sess_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x'])('404 for %s', async (id) => {
    const response = await nurse.get(`/api/v1/sessions/${id}`);
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'session_not_found']);
  });
});
