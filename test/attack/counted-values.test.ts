import { describe, expect, it } from 'vitest';
import { createIds } from '../../server/adapters/system/ids.ts';
import type { EventDraft, JournalRecord } from '../../server/domain/event.ts';
import { Fault } from '../../server/domain/fault.ts';
import { addCounts } from '../../server/projections/histogram.ts';
import { eventually } from '../support/eventually.ts';
import { clinic, type MemoryProxy, memoryProxy, type Stores } from '../support/memory-proxy.ts';

const [own, work, mother] = ['202-555-0143', '202-555-0187', '202-555-0126'];
const ids = createIds();

/** A turn of one call, which repeats what was said before. */
async function say(proxy: MemoryProxy, ...words: readonly string[]): Promise<void> {
  const messages = words.map((content) => ({ role: 'user', content }) as const);
  const request = { messages };
  await proxy.pipeline.runTurn({
    agent: clinic,
    request,
    rawBody: Buffer.from(JSON.stringify(request)),
    externalCallId: 'c-1',
    credential: 'btk_1',
    requestId: ids.next('req'),
    receivedUs: 0,
    signal: new AbortController().signal,
  });
}

/** How many values the call counts, by kind. */
async function counted(proxy: MemoryProxy): Promise<Readonly<Record<string, number>>> {
  const masked = (await proxy.records()).filter(({ kind }) => kind === 'request_masked');
  return masked.reduce(
    (sum, { values_by_kind: counts }) => addCounts(sum, counts as Record<string, number>),
    {},
  );
}

/** Of the places that were masked from a record on, in order. */
const placeholdersOf = (records: readonly JournalRecord[]) =>
  records
    .filter(({ kind }) => kind === 'redaction_applied')
    .map(({ placeholder }) => String(placeholder));

describe('a value of a call that is in two turns at once', () => {
  /** A proxy whose journal writes a request, or fails, when it is told. */
  async function slowJournal() {
    const { stores } = await memoryProxy();
    const { append } = stores.journal;
    const waiting: ReturnType<typeof Promise.withResolvers<void>>[] = [];
    const journal = {
      ...stores.journal,
      append: async (drafts: readonly EventDraft[]) => {
        if (drafts.some(({ kind }) => kind === 'request_masked')) {
          const told = Promise.withResolvers<void>();
          waiting.push(told);
          await told.promise;
        }
        return append(drafts);
      },
    };
    const proxy = await memoryProxy({ stores: { ...stores, journal } });
    const next = async (count: number) => {
      await eventually(() => expect(waiting).toHaveLength(count));
      return waiting.splice(0);
    };
    const write = async (turn: Promise<void>) => {
      for (const told of await next(1)) told.resolve();
      await turn;
    };
    await write(say(proxy, 'hello'));
    return { proxy, next, write };
  }

  const twoTurns = (proxy: MemoryProxy) =>
    Promise.allSettled([`it is ${own}`, `it is ${own}, I said`].map((text) => say(proxy, text)));

  it('is counted once', async () => {
    const { proxy, next } = await slowJournal();
    const turns = twoTurns(proxy);
    for (const told of await next(2)) told.resolve();
    await turns;
    expect(await counted(proxy)).toEqual({ PHONE: 1 });
  });

  it('is counted by the next turn where neither could be recorded', async () => {
    const { proxy, next, write } = await slowJournal();
    const turns = twoTurns(proxy);
    for (const told of await next(2))
      told.reject(new Fault('AuditUnavailable', 'as the test wants'));
    expect((await turns).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await write(say(proxy, `it is ${own}`));
    expect(await counted(proxy)).toEqual({ PHONE: 1 });
  });
});

describe('a call that goes on after a restart', () => {
  async function restarted(stores: Stores): Promise<MemoryProxy> {
    const next = await memoryProxy({ stores });
    await next.pipeline.resume();
    return next;
  }

  async function callBefore(changePolicy = (yaml: string) => yaml) {
    const first = await memoryProxy({ changePolicy });
    await say(first, `mine is ${own}, at work it is ${work}`);
    await first.pipeline.settle();
    return first;
  }

  it('keeps the number of each value, gives a new one to a new value, and counts none twice', async () => {
    const first = await callBefore();
    const size = (await first.records()).length;
    const next = await restarted(first.stores);
    await say(next, `at work it is ${work}, my mother has ${mother}, mine is ${own}`);
    await next.pipeline.settle();
    const later = (await next.records()).slice(size);
    expect(placeholdersOf(later)).toEqual(['[PHONE_02]', '[PHONE_03]', '[PHONE_01]']);
    expect(await counted(next)).toEqual({ PHONE: 3 });
  });

  it('reuses no number where the journal holds no single places', async () => {
    const first = await callBefore((yaml) => yaml.replace('log_events: true', 'log_events: false'));
    const calls = { ...first.stores.calls, numberedKeys: async () => [] };
    const next = await restarted({ ...first.stores, calls });
    await say(next, `my mother has ${mother}`);
    const masked = await next.records();
    expect(placeholdersOf(masked)).toEqual(['[PHONE_03]']);
  });

  it('goes on above the number of a value that is redacted, which nothing keeps', async () => {
    const changePolicy = (yaml: string) => yaml.replace('action: tokenize', 'action: redact');
    const first = await callBefore(changePolicy);
    const next = await restarted(first.stores);
    await say(next, `my mother has ${mother}`);
    expect(placeholdersOf(await next.records()).at(-1)).toBe('[PHONE_03]');
  });
});
