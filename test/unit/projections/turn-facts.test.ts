import { expect, it } from 'vitest';
import type { EventDraft, JournalRecord } from '../../../server/domain/event.ts';
import { sessionReport } from '../../../server/projections/report/session-report.ts';
import { foldTurns } from '../../../server/projections/turn-facts.ts';
import { powerOfGrowth } from '../../support/cpu-time.ts';
import { callDrafts, factsOf, recordsOf } from '../../support/report-kit.ts';

const failures = (count: number): readonly JournalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    v: 1,
    seq: index,
    id: 'evt_01M7YRRT80KFHMF3DXAFZ08RHY',
    ts: '2026-01-01T00:00:00.000Z',
    kind: 'rehydration_failed',
    nonce: '',
    prev_hash: '',
    curr_hash: '',
    turn: index % 2,
    entity_kind: 'PHONE',
    reason: 'malformed',
  }));

it('the facts of a turn keep each failed token in linear time', async () => {
  expect(foldTurns(failures(7)).map((turn) => turn.failures.length)).toEqual([4, 3]);
  const some = failures(160_000);
  const fold = (count: number) => foldTurns(some.slice(0, count));
  expect(await powerOfGrowth(fold, 20_000, 160_000)).toBeLessThan(1.5);
});

it('replies of overlapping turns tell the same of each turn, in whichever order they are on record', () => {
  const drafts = callDrafts({ turns: [{ NAME: 2 }, { PHONE: 1 }, {}] }).map((draft, at) =>
    draft.kind === 'response_completed'
      ? { ...draft, fields: { ...draft.fields, added_us: at, duration_us: 1_000 + at } }
      : draft,
  ) as readonly EventDraft[];
  const isOfReply = ({ kind }: EventDraft) => kind === 'response_completed';
  const others = drafts.filter((draft) => !isOfReply(draft));
  const replies = drafts.filter(isOfReply);
  expect(replies.map(({ fields }) => 'turn' in fields && fields.turn)).toEqual([0, 1, 2]);
  const told = (order: readonly EventDraft[]) => {
    const records = recordsOf([...others.slice(0, -1), ...order, ...others.slice(-1)]);
    return [foldTurns(records), sessionReport(records, factsOf(records)).turns];
  };
  expect(told(replies.toReversed())).toEqual(told(replies));
});
