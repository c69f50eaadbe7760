import { describe, expect, it } from 'vitest';
import { decodeRows } from '../../../bench/eval/labelled-row.ts';

describe('labelled sets', () => {
  it('are read line by line, blank lines aside, unknown fields dropped', () => {
    const line = { id: 'a', text: 'hi ann', spans: [], source: 'invented' };
    expect(decodeRows(`${JSON.stringify(line)}\n\n`)).toEqual([
      { id: 'a', text: 'hi ann', spans: [] },
    ]);
  });

  it('name the line that is no labelled row, and nothing of its text', () => {
    expect(() => decodeRows('{"id":"a","text":"secret"}\n')).toThrow(
      'line 1 is not a labelled row',
    );
  });
});
