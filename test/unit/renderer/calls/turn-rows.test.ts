import { describe, expect, it } from 'vitest';
import { callStrings } from '../../../../renderer/calls/strings.ts';
import { rowsOf } from '../../../../renderer/calls/turn-rows.ts';
import type { TurnView } from '../../../../server/contract/live.ts';
import { noExposure } from '../../../../server/domain/exposure.ts';

const scan = {
  verdict: 'clean',
  scanner: 'leak-scan/1',
  bytes: 9,
  exact_match_hits: 0,
  pattern_hits: 0,
};
const completed = {
  status: 'error',
  reason: 'upstream_error',
  stream: 'no',
  restored: 0,
  failed: 0,
  added_us: 900,
  first_byte_us: 0,
  duration_us: 1_000,
};
const span: TurnView['parts'][number]['spans'][number] = {
  kind: 'NAME',
  action: 'tokenize',
  placeholder: '[NAME_01]',
  detector: 'ner',
  score: 1,
  regulated: [0, 3],
  public: [0, 5],
};
const turn: TurnView = {
  turn: 0,
  at: '2026-11-21T10:00:00.000Z',
  scan,
  exposure: noExposure,
  parts: [
    { part: 'messages[0].content', role: 'user', regulated: 'Ann', public: 'TOKEN', spans: [span] },
  ],
  replies: [],
  failures: [],
};

describe('what a turn says of a function', () => {
  it.each([
    ['tool.0', 'book_visit', 'Tool call: book_visit'],
    ['custom.1', undefined, 'Tool call'],
    ['function_call', 'book_visit', 'Tool call: book_visit'],
    ['content', undefined, 'Reply'],
  ])('a text of the channel %s of the function %s is a %s', (channel, name, role) => {
    const reply = {
      choice: 0,
      channel,
      ...(name !== undefined && { function: name }),
      public: '{}',
      tokens: [],
    };
    expect(rowsOf({ ...turn, replies: [reply] }).map((row) => row.role)).toEqual([
      callStrings.sides.roles['user'],
      role,
    ]);
  });
});

describe('the public side of a turn', () => {
  it.each([
    ['is in progress', {}],
    ['was sent and not answered', { completed }],
  ])('the public side shows what the model receives when the turn %s', (_, more) => {
    const [row] = rowsOf({ ...turn, ...more });
    expect(row).toMatchObject({ regulated: 'Ann', public: 'TOKEN', publicMarks: [{ end: 5 }] });
  });

  it.each([
    ['the leak scan blocked it', { scan: { ...scan, verdict: 'blocked' } }],
    ['it was refused before it was forwarded', { completed: { ...completed, added_us: 0 } }],
  ])('the public side does not show a request that was not sent: %s', (_, more) => {
    const [row] = rowsOf({ ...turn, ...more });
    expect(row).toMatchObject({
      regulated: 'Ann',
      public: callStrings.sides.notSent,
      publicMarks: [],
    });
  });
});
