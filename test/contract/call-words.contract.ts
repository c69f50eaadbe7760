import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '../../server/domain/ids.ts';
import { soughtWords } from '../../server/domain/speech/said-words.ts';
import type { CallWords } from '../../server/ports/call-words.ts';
import type { SessionErasure } from '../../server/ports/retention.ts';
import type { SessionFilter, SessionSummaries } from '../../server/ports/session-summaries.ts';
import { row } from './calls.contract.ts';
import type { Opened } from './vault.contract.ts';

export interface WordStores {
  readonly calls: SessionSummaries & SessionErasure;
  readonly words: CallWords;
}

const idOf = (number: number) => row(number).summary.id;
/** Texts with a slash between. */
const textsOf = (said: string) =>
  said
    .split('/')
    .map((text) => text.split(' ').filter(Boolean))
    .filter((text) => text.length > 0);

/** What every store of the words of calls does (decision 0174). */
export function callWordsContract(name: string, open: () => Promise<Opened<WordStores>>): void {
  describe(`${name} words of calls`, () => {
    let opened: Opened<WordStores>;
    let calls: WordStores['calls'];
    let words: CallWords;
    beforeEach(async () => {
      opened = await open();
      ({ calls, words } = opened.port);
    });
    afterEach(() => opened.close());

    const due = async () => (await words.due({ limit: 10 })).map(({ id }) => Number(id.slice(-2)));
    const found = async (wanted: readonly string[], filter: SessionFilter = {}) => {
      const query = { ...filter, words: wanted.flatMap(soughtWords) };
      const listed = await calls.list({ ...query, limit: 10 });
      expect(await calls.count(query)).toBe(listed.length);
      return listed.map(({ id }) => Number(id.slice(-2)));
    };
    /** Keeps what was said in a call, as it is due now. */
    const keep = async (number: number, said: string) => {
      const call = (await words.due({ limit: 10 })).find(({ id }) => id === idOf(number));
      const version = call?.version ?? 1;
      await words.keep([{ id: idOf(number), version, texts: textsOf(said) }]);
    };

    it('are due once a call is over, the newest first, page by page, until they are kept', async () => {
      await calls.record([row(1), row(2), row(3, { summary: { ended: false } }), row(4)]);
      expect(await due()).toEqual([4, 2, 1]);
      const [first] = await words.due({ limit: 1 });
      const rest = await words.due({ limit: 5, ...(first && { after: first }) });
      expect(rest.map(({ id }) => id)).toEqual([idOf(2), idOf(1)]);
      await keep(2, 'refill insulin');
      await keep(4, '');
      expect(await due()).toEqual([1]);
      expect(await words.dueCount()).toBe(1);
    });

    it('find the calls that have all of them, with the other filters, in order', async () => {
      await calls.record([1, 2, 3, 4].map((number) => row(number)));
      await keep(1, 'refill insulin');
      await keep(2, 'refill');
      await keep(3, 'insulin refill рецепт 42');
      expect(await found(['refill'])).toEqual([3, 2, 1]);
      expect(await found(['insulin', 'refill'])).toEqual([3, 1]);
      expect(await found(['рецепт', '42'])).toEqual([3]);
      expect(await found(['refil'])).toEqual([]);
      expect(await found(['refill', 'nobody'])).toEqual([]);
      expect(await found(['refill'], { until: '2026-11-21T09:03:00Z' })).toEqual([2, 1]);
      expect(await found(['refill'], { idPrefix: idOf(2) })).toEqual([2]);
    });

    it('find phrases of one text and beginnings, if they know the order of words', async () => {
      await calls.record([1, 2, 3].map((number) => row(number)));
      await keep(1, 'my new inhaler works');
      await keep(2, 'a new one inhaler');
      await keep(3, 'it is new/inhaler and insulin');
      expect(await found(['new', 'inhaler'])).toEqual([3, 2, 1]);
      if (!words.inOrder) return;
      expect(await found(['"new inhaler"'])).toEqual([1]);
      expect(await found(['"inhaler new"'])).toEqual([]);
      expect(await found(['"my new inhaler"', 'works'])).toEqual([1]);
      expect(await found(['inhal*'])).toEqual([3, 2, 1]);
      expect(await found(['"new inhal"*'])).toEqual([1]);
      expect(await found(['ins*', 'new'])).toEqual([3]);
      expect(await found(['nha*'])).toEqual([]);
    });

    it('of a call in progress are found, and read again once it is over', async () => {
      const open = row(1, { summary: { ended: false } });
      await calls.record([open]);
      await words.keep([{ id: open.summary.id, version: 1, texts: textsOf('hello') }]);
      expect(await found(['hello'])).toEqual([1]);
      await calls.record([row(1)]);
      expect(await due()).toEqual([1]);
      await keep(1, 'hello goodbye');
      expect(await found(['hello', 'goodbye'])).toEqual([1]);
      expect(await due()).toEqual([]);
    });

    it('are replaced as a whole, and a new summary leaves them', async () => {
      await calls.record([row(1)]);
      await words.keep([{ id: idOf(1), version: 1, texts: textsOf('one two') }]);
      await words.keep([{ id: idOf(1), version: 1, texts: textsOf('two three') }]);
      await calls.record([row(1, { foldedSeq: 9 })]);
      expect(await found(['one'])).toEqual([]);
      expect(await found(['two', 'three'])).toEqual([1]);
      expect(await due()).toEqual([]);
    });

    it('go at once when they are renewed, and words that were read before are refused', async () => {
      await calls.record([row(1), row(2)]);
      await keep(1, 'refill');
      await keep(2, 'refill');
      const unknown: SessionId = 'sess_01KAHZ0000000000000000CCCC';
      await words.renew([idOf(1), unknown]);
      await words.renew([]);
      expect(await found(['refill'])).toEqual([2]);
      await words.keep([{ id: idOf(1), version: 1, texts: textsOf('refill') }]);
      expect(await found(['refill'])).toEqual([2]);
      expect(await due()).toEqual([1]);
      await keep(1, 'reviewed');
      expect(await found(['reviewed'])).toEqual([1]);
    });

    it('go with the call that retention prunes, and come back with no late writer', async () => {
      await calls.record([row(1), row(2)]);
      await keep(1, 'refill');
      await keep(2, 'refill');
      await calls.erase([idOf(1)]);
      await words.keep([{ id: idOf(1), version: 1, texts: textsOf('refill') }]);
      expect(await found(['refill'])).toEqual([2]);
      expect(await due()).toEqual([]);
    });
  });
}
