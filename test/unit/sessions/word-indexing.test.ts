import { describe, expect, it } from 'vitest';
import type { TurnView } from '../../../server/contract/live.ts';
import type { SessionId } from '../../../server/domain/ids.ts';
import { soughtWords } from '../../../server/domain/speech/said-words.ts';
import type { CallEntry } from '../../../server/ports/call-words.ts';
import { createWordIndexing } from '../../../server/sessions/word-indexing.ts';
import { row } from '../../contract/calls.contract.ts';
import { eventually } from '../../support/eventually.ts';
import { memoryCalls } from '../../support/memory/calls.ts';
import { memoryRemarks } from '../../support/memory/remarks.ts';

const calls = Array.from({ length: 50 }, (_, at) => row(at + 10));

/** Fifty calls that are over, each with its own word; one text can be read later only. */
async function indexingOver({
  broken,
  locked,
  said,
}: {
  broken?: SessionId;
  locked?: SessionId;
  said?: object;
} = {}) {
  const store = memoryCalls();
  await store.record(calls);
  const read: SessionId[] = [];
  const failures: unknown[] = [];
  const state = { broken };
  const open = (key?: 'missing') =>
    createWordIndexing({
      words: store.words,
      writeSummaries: async () => undefined,
      remarks: memoryRemarks(),
      textsOf: async (id) => {
        if (id === state.broken) throw new Error('cannot be read');
        read.push(id);
        if (key === 'missing' && id === locked) return { public_side: 'key_missing', turns: [] };
        const part = {
          part: 'messages[0].content',
          role: 'user',
          public: `word${id.slice(-2)}`,
          spans: [],
        };
        const turn = { turn: 0, parts: [part], replies: [], ...said } as unknown as TurnView;
        return { public_side: 'kept', turns: [turn] };
      },
      onFailure: (error) => failures.push(error),
    });
  return { ...store, indexing: open('missing'), withKey: open, state, read, failures };
}

describe('kept texts are read into the index of words', () => {
  it('those of the newest calls before a search, all others in the background', async () => {
    const { indexing, count, read } = await indexingOver();
    await indexing.catchUp();
    expect(await count({ words: soughtWords('word59') })).toBe(1);
    expect(await count({ words: soughtWords('word10') })).toBe(0);
    expect(await indexing.missing()).toBe(34);
    indexing.work();
    indexing.work();
    await eventually(async () => expect(await indexing.missing()).toBe(0));
    expect(await count({ words: soughtWords('word10') })).toBe(1);
    expect(read).toHaveLength(50);
  });

  it('but for one that cannot be read, which holds up no other and is tried again', async () => {
    const broken = calls[48]?.summary.id;
    const { indexing, count, state, failures } = await indexingOver(broken ? { broken } : {});
    indexing.work();
    await eventually(async () => expect(await indexing.missing()).toBe(1));
    expect(failures).toEqual([new Error('cannot be read')]);
    state.broken = undefined;
    await eventually(async () => {
      indexing.work();
      expect(await indexing.missing()).toBe(0);
    });
    expect(await count({ words: soughtWords('word58') })).toBe(1);
  });

  it('those whose key is missing once a start has it, and no sooner', async () => {
    const locked = calls[48]?.summary.id;
    const { indexing, withKey, count, read } = await indexingOver(locked ? { locked } : {});
    for (const _round of [1, 2]) {
      await indexing.catchUp();
      indexing.work();
      await eventually(async () => expect(await indexing.missing()).toBe(1));
    }
    expect(read.filter((id) => id === locked)).toHaveLength(1);
    await withKey().catchUp();
    expect(await count({ words: soughtWords('word58') })).toBe(1);
  });

  it('as far as callers and models said them, and without marks of values', async () => {
    const content = (role: string, text: string, part = 'messages[0].content') => ({
      part,
      role,
      public: text,
      spans: [],
    });
    const reply = (channel: string, text: string) => ({
      choice: 0,
      channel,
      public: text,
      tokens: [],
    });
    const parts = [
      content('user', 'it is [REDACTED:SSN] for [NAME_01]'),
      content('system', 'instructed'),
      content('tool', 'looked up'),
      content('assistant', '{"argued":1}', 'messages[1].tool_calls[0].function.arguments'),
    ];
    const replies = [reply('content', 'thanks'), reply('tool.0', '{"called":1}')];
    const { indexing, count } = await indexingOver({ said: { parts, replies } });
    await indexing.catchUp();
    const found = async (word: string) => (await count({ words: soughtWords(word) })) > 0;
    for (const word of ['it', 'is', 'for', 'thanks', '"it is"'])
      expect(await found(word)).toBe(true);
    for (const word of [
      'redacted',
      'ssn',
      'name',
      '01',
      'instructed',
      'looked',
      'argued',
      'called',
      // A value stood between them, or they are of two texts.
      '"is for"',
      '"for thanks"',
    ])
      expect([word, await found(word)]).toEqual([word, false]);
  });

  it('of the first half MiB that was said in a call, in slices', async () => {
    const parts = Array.from({ length: 40 }, (_, text) => ({
      part: `messages[${text}].content`,
      role: 'user',
      public: Array.from({ length: 5_000 }, (_word, no) => `w${text}x${no}`).join(' '),
      spans: [],
    }));
    const { words, indexing, count } = await indexingOver({ said: { parts } });
    const kept: (readonly CallEntry[])[] = [];
    words.keep = async (entries) => void kept.push(entries);
    words.due = async () => [{ id: calls[0]?.summary.id ?? 'sess_', version: 1, startedMs: 1 }];
    let turns = 0;
    const others = (): void => {
      turns += 1;
      if (kept.length === 0) setImmediate(others);
    };
    others();
    await indexing.catchUp();
    expect(turns).toBeGreaterThan(1);
    const texts = kept.flat().flatMap((entry) => entry.texts);
    expect(texts[0]?.[0]).toBe('w0x0');
    const characters = texts.flat().reduce((sum, word) => sum + word.length + 1, 0);
    expect(characters).toBeLessThanOrEqual(512 * 1024 + texts.length);
    expect(characters).toBeGreaterThan(450 * 1024);
    expect(await count({})).toBe(50);
  });

  it('not after the texts were erased while they were read', async () => {
    const { words, indexing, count } = await indexingOver();
    const id = calls[49]?.summary.id ?? 'sess_';
    const keep = words.keep;
    words.keep = async (entries: readonly CallEntry[]) => {
      await words.renew([id]);
      await keep(entries);
    };
    await indexing.catchUp();
    expect(await count({ words: soughtWords('word59') })).toBe(0);
    expect(await count({ words: soughtWords('word58') })).toBe(1);
  });

  it('until the service stops, which waits for no rest', async () => {
    const { indexing } = await indexingOver();
    indexing.work();
    await indexing.settle();
    const missing = await indexing.missing();
    expect(missing).toBeGreaterThan(0);
    indexing.work();
    await indexing.settle();
    expect(await indexing.missing()).toBe(missing);
  });
});
