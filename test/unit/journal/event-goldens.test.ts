import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventGoldens } from '../../support/event-goldens.ts';

const folder = new URL('../../golden/events/', import.meta.url);

describe('every event kind has one written form (design D25)', () => {
  it.each(eventGoldens())('%s reads as its golden line', (kind, line) => {
    expect(line).toBe(readFileSync(new URL(`${kind}.jsonl`, folder), 'utf8'));
  });

  it('has no golden line of a kind that is gone', () => {
    const kinds = eventGoldens().map(([kind]) => `${kind}.jsonl`);
    expect(readdirSync(folder).toSorted()).toEqual(kinds.toSorted());
  });
});
