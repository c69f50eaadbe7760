import { describe, expect, it } from 'vitest';
import type { ActivePolicy } from '../../../../server/domain/policy.ts';
import type { Search, SearchText } from '../../../../server/pipeline/detection.ts';
import { detectSet } from '../../../bench/eval/detect-set.ts';
import type { LabelledRow } from '../../../bench/eval/labelled-row.ts';

const policy = {} as ActivePolicy;

const turn = (dialogue: string | undefined, index: number, speaker = 'patient'): LabelledRow => ({
  id: `${dialogue}#${index}`,
  text: `${dialogue} says ${index}`,
  spans: [],
  ...(dialogue === undefined ? {} : { dialog_id: dialogue, turn: index, speaker }),
});

/** A search that finds nothing and notes what it was asked. */
function notingSearch(): { search: Search; asked: (readonly SearchText[])[] } {
  const asked: (readonly SearchText[])[] = [];
  return {
    asked,
    search: async (_, texts) => {
      asked.push(texts);
      return { texts: [], passes: ['regex'] };
    },
  };
}

describe('a row is searched as the newest message of a request', () => {
  it('after the turns of its own dialogue, and before none', async () => {
    const { search, asked } = notingSearch();
    await detectSet([turn('a', 0), turn('b', 0), turn('a', 1)], search, policy);
    expect(asked.map((texts) => texts.map(({ text }) => text))).toEqual([
      ['a says 0'],
      ['b says 0'],
      ['a says 0', 'a says 1'],
    ]);
  });

  it('with ten turns of history at most', async () => {
    const { search, asked } = notingSearch();
    const rows = Array.from({ length: 15 }, (_, index) => turn('a', index));
    await detectSet(rows, search, policy);
    expect(asked.at(-1)?.[0]?.text).toBe('a says 4');
    expect(asked.at(-1)).toHaveLength(11);
  });

  it('alone when it belongs to no dialogue', async () => {
    const { search, asked } = notingSearch();
    await detectSet([turn(undefined, 0), turn(undefined, 1)], search, policy);
    expect(asked.map((texts) => texts.length)).toEqual([1, 1]);
  });

  it('with the clinician in the place of the voice agent', async () => {
    const { search, asked } = notingSearch();
    await detectSet([turn('a', 0, 'doctor'), turn('a', 1)], search, policy);
    expect(asked.at(-1)?.map(({ speaker }) => speaker)).toEqual(['assistant', 'user']);
  });
});
