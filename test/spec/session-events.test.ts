import { beforeAll, describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../server/domain/event.ts';
import { canonicalJson, chainHash } from '../../server/journal/index.ts';
import { eventually } from '../support/eventually.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';

interface Page {
  readonly data: readonly JournalRecord[];
  readonly next_cursor: string | null;
}

let proxy: SharedProxy;
let agent: string;
let session: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
  await proxy.ask(agent, [user('my number is 202-555-0143')], { call: { id: 'c-1' } });
  await proxy.ask(agent, [user('something else entirely')]);
  await proxy.ask(agent, [user('or 202-555-0199')], { call: { id: 'c-1' } });
  await eventually(async () =>
    expect(await proxy.records(agent, 'response_completed')).toHaveLength(3),
  );
  session = (await proxy.records(agent, 'call_started'))[0]?.session_id ?? '';
});

const get = (path: string) => proxy.service.api(`/api/v1/sessions/${path}`);
const page = async (query = ''): Promise<Page> =>
  (await get(`${session}/events?${query}`)).json() as Promise<Page>;

describe('GET /api/v1/sessions/{session_id}/events (design D30)', () => {
  it('gives the journal records of the session as they are, oldest first', async () => {
    const own = (await proxy.records(agent)).filter(({ session_id }) => session_id === session);
    const { data, next_cursor } = await page('limit=100');
    expect(data).toEqual(own);
    expect(next_cursor).toBeNull();
    expect(data.map(({ session_seq }) => session_seq)).toEqual(data.map((_, at) => at));
  });

  it('gives each in its hashed form: the hash can be computed from what is read', async () => {
    const { data } = await page();
    for (const { curr_hash, ...body } of data)
      expect(chainHash(canonicalJson(body))).toBe(curr_hash);
    expect(data.length).toBeGreaterThan(8);
  });

  it('says of each turn how long the search and the record took, which are parts of what was added', async () => {
    const { data } = await page('limit=100');
    const replies = data.filter(({ kind }) => kind === 'response_completed');
    expect(replies).toHaveLength(2);
    for (const { added_us, search_us, journal_us } of replies) {
      expect(Number(search_us)).toBeGreaterThan(0);
      expect(Number(journal_us)).toBeGreaterThan(0);
      expect(Number(search_us) + Number(journal_us)).toBeLessThan(Number(added_us));
    }
  });

  it.each([1, 2, 5, 100])('gives every event once in pages of %i', async (limit) => {
    const all = (await page('limit=100')).data;
    const seen: JournalRecord[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next: Page = await page(`limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(next.data.length).toBeLessThanOrEqual(limit);
      seen.push(...next.data);
      cursor = next.next_cursor;
    }
    expect(seen).toEqual(all);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=LTE'])(
    'refuses %s with a detail that names the parameter',
    async (query) => {
      const response = await get(`${session}/events?${query}`);
      const { error } = (await response.json()) as {
        error: { code: string; details: { path: string }[] };
      };
      expect([response.status, error.code]).toEqual([422, 'validation_failed']);
      expect(error.details[0]?.path).toBe(query.split('=')[0]);
    },
  );

  it.each(['sess_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x'])('404 for %s', async (id) => {
    const response = await get(`${id}/events`);
    const { error } = (await response.json()) as { error: { code: string } };
    expect([response.status, error.code]).toEqual([404, 'session_not_found']);
  });

  it('needs a signed-in user', async () => {
    const response = await fetch(`${proxy.service.url}/api/v1/sessions/${session}/events`);
    expect(response.status).toBe(401);
  });
});
