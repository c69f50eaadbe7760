import { describe, expect, it } from 'vitest';
import { soughtWords } from '../../server/domain/speech/said-words.ts';
import { callWordsContract } from '../contract/call-words.contract.ts';
import { row } from '../contract/calls.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

callWordsContract('PostgreSQL', async () => {
  const { summaries, summaryErasure, words } = (await onPostgres()).stores;
  return { port: { calls: { ...summaries, ...summaryErasure }, words }, close: async () => {} };
});

describe('words on PostgreSQL', () => {
  const { id } = row(1).summary;
  const stored = async (place: Awaited<ReturnType<typeof onPostgres>>['place']) =>
    place.sql('SELECT words::text FROM call_words');

  it('are keyed hashes, and go with the texts of their call', async () => {
    const { place, stores } = await onPostgres();
    await stores.summaries.record([row(1)]);
    await stores.words.keep([{ id, version: 1, texts: [['refill', 'insulin', 'refill']] }]);
    const [kept] = await stored(place);
    expect(kept?.['words']).toMatch(/^\{-?\d+,-?\d+\}$/);
    await stores.payloads.erase([id]);
    expect(await stored(place)).toEqual([]);
  });

  it('are found by a replica, and refused from one that read the texts before they were erased', async () => {
    const { place, stores, replica } = await onPostgres();
    await stores.summaries.record([row(1)]);
    const [due] = await replica.words.due({ limit: 1 });
    await stores.payloads.erase([id]);
    await replica.words.keep([{ id, version: due?.version ?? 0, texts: [['refill']] }]);
    expect(await stored(place)).toEqual([]);
    const [again] = await replica.words.due({ limit: 1 });
    await replica.words.keep([{ id, version: again?.version ?? 0, texts: [['refill']] }]);
    expect(await stores.summaries.count({ words: soughtWords('refill') })).toBe(1);
  });

  it('are hashed in slices: a call of very many words holds up no other', async () => {
    const { stores } = await onPostgres();
    await stores.summaries.record([row(1)]);
    const words = Array.from({ length: 80_000 }, (_, no) => `word${no}`);
    let longestMs = 0;
    let before = process.threadCpuUsage();
    const watch = setInterval(() => {
      const { user, system } = process.threadCpuUsage(before);
      longestMs = Math.max(longestMs, (user + system) / 1_000);
      before = process.threadCpuUsage();
    });
    await stores.words.keep([{ id, version: 1, texts: [words] }]);
    clearInterval(watch);
    expect(longestMs).toBeLessThan(100);
    expect(await stores.summaries.count({ words: soughtWords('word79999') })).toBe(1);
  });

  it('and the version of their call change together or not at all', async () => {
    const { place, stores, replica } = await onPostgres();
    await stores.summaries.record([row(1)]);
    await stores.words.keep([{ id, version: 1, texts: [['refill']] }]);
    await place.sql(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON call_words FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await expect(stores.words.renew([id])).rejects.toThrow();
    // Another replica would keep words of version 2, and the rest of the change would then delete them.
    expect(await replica.words.version(id)).toBe(1);
    await place.sql('DROP TRIGGER refuse ON call_words');
  });
});
