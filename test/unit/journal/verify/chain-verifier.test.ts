import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredRow } from '../../../../server/journal/index.ts';
import type { Verification } from '../../../../server/ports/journal.ts';
import {
  chainOf,
  checkpointOver,
  headOf,
  rechained,
  verifyRows,
} from '../../../support/chain-kit.ts';
import { redaction, sampleDrafts } from '../../../support/event-samples.ts';

const other = 'sess_01J00000000000000000000001';
const drafts = [
  ...sampleDrafts.filter(({ kind }) => !['checkpoint_signed', 'retention_pruned'].includes(kind)),
  redaction(3, other),
  redaction(4),
  redaction(5, other),
];
const rows = chainOf(drafts);
const size = rows.length;
const breaksOf = (found: Verification) => (found.ok ? [] : found.breaks);
const rowAt = (at: number): StoredRow => {
  const row = rows[at];
  if (row === undefined) throw new RangeError('no such row');
  return row;
};
const altered = (at: number, change: Partial<StoredRow>) =>
  rows.with(at, { ...rowAt(at), ...change });

describe('an intact journal', () => {
  it('verifies with its count and head', () => {
    const found = verifyRows(rows, { once: rows });
    expect(found).toEqual({ ok: true, eventCount: size, head: headOf(rows) });
  });

  it('verifies when it has grown past its head file', () => {
    expect(verifyRows(rows, { once: rows.slice(0, 5) }).ok).toBe(true);
  });

  it('verifies when it is empty', () => {
    expect(verifyRows([], { once: [] })).toMatchObject({ ok: true, eventCount: 0 });
  });

  it('bears out its checkpoints of every size', () => {
    const checkpoints = rows.map((_, at) => checkpointOver(rows, at + 1));
    expect(verifyRows(rows, { once: rows, checkpoints }).ok).toBe(true);
  });
});

describe('one changed byte is reported at its seq (spec, Journal structure 1)', () => {
  const flip = (text: string, at: number, bit: number) =>
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1);

  it('is reported in a body', () => {
    fc.assert(
      fc.property(fc.nat(size - 1), fc.nat(), fc.nat(6), (at, place, bit) => {
        const { body } = rowAt(at);
        const changed = altered(at, { body: flip(body, place % body.length, bit) });
        const found = breaksOf(verifyRows(changed, { once: rows }));
        expect(found).toContainEqual({ seq: at, rule: 'curr_hash_mismatch' });
        expect(new Set(found.map((b) => b.seq))).toEqual(new Set([at]));
      }),
    );
  });

  it('is reported in a stored hash, and in the link that names it', () => {
    fc.assert(
      fc.property(fc.nat(size - 1), fc.nat(63), fc.nat(6), (at, place, bit) => {
        const changed = altered(at, { currHash: flip(rowAt(at).currHash, place, bit) });
        const found = breaksOf(verifyRows(changed, { once: rows }));
        expect(found[0]).toEqual({ seq: at, rule: 'curr_hash_mismatch' });
        expect(found[1]).toEqual(
          at + 1 < size
            ? { seq: at + 1, rule: 'prev_hash_mismatch' }
            : { seq: at, rule: 'head_mismatch' },
        );
      }),
    );
  });

  it('is reported at every place, not only the first', () => {
    const twice = altered(2, { body: rowAt(2).body.replace('"turn":1', '"turn":7') });
    const changed = twice.with(5, { ...rowAt(5), body: rowAt(5).body.replace('":1', '":2') });
    expect(breaksOf(verifyRows(changed, { once: rows }))).toEqual([
      { seq: 2, rule: 'curr_hash_mismatch' },
      { seq: 5, rule: 'curr_hash_mismatch' },
    ]);
  });
});

describe('records that were moved or removed', () => {
  it('are reported when one is missing', () => {
    const dropped = rows.toSpliced(4, 1);
    const found = breaksOf(verifyRows(dropped, { once: rows }));
    expect(found).toContainEqual({ seq: 4, rule: 'seq_gap' });
    expect(found).toContainEqual({ seq: 5, rule: 'prev_hash_mismatch' });
    expect(found).toContainEqual({ seq: 5, rule: 'session_seq_mismatch' });
  });

  it('are reported when two changed places', () => {
    const swapped = rows.with(3, { ...rowAt(4), seq: 3 }).with(4, { ...rowAt(3), seq: 4 });
    const found = breaksOf(verifyRows(swapped, { once: rows }));
    expect(found).toContainEqual({ seq: 3, rule: 'seq_gap' });
    expect(found).toContainEqual({ seq: 3, rule: 'prev_hash_mismatch' });
    expect(found).toContainEqual({ seq: 4, rule: 'seq_gap' });
  });

  it('are reported when the end is missing', () => {
    expect(breaksOf(verifyRows(rows.slice(0, -2), { once: rows }))).toEqual([
      { seq: size - 2, rule: 'truncated' },
    ]);
  });

  it('are reported when all are missing', () => {
    expect(breaksOf(verifyRows([], { once: rows }))).toEqual([{ seq: 0, rule: 'truncated' }]);
  });

  it.each<[string, Partial<StoredRow>]>([
    ['is no JSON', { body: '{"v":1' }],
    ['is not canonical', { body: `${rowAt(6).body.slice(0, -1)} }` }],
    ['is of another version', { body: rowAt(6).body.replace('"v":1', '"v":2') }],
    ['has a place in no session', { body: rowAt(6).body.replace(/"session_id":"[^"]*",/, '') }],
    ['is of another session than its index says', { sessionId: other }],
  ])('reports a record that %s', (_, change) => {
    const found = breaksOf(verifyRows(altered(6, change), { once: rows }));
    expect(found).toContainEqual({ seq: 6, rule: 'malformed_record' });
  });

  it('are reported by the count of their session in a rehashed chain', () => {
    const at = size - 1;
    const body = rowAt(at).body.replace('"session_seq":1', '"session_seq":9');
    const renumbered = rechained(altered(at, { body, sessionSeq: 9 }));
    expect(breaksOf(verifyRows(renumbered, { once: renumbered }))).toEqual([
      { seq: at, rule: 'session_seq_mismatch' },
    ]);
  });
});

describe('a rehashed chain (design D23, D24)', () => {
  const forged = rechained(altered(2, { body: rowAt(2).body.replace('"turn":1', '"turn":7') }));

  it('is consistent in itself', () => {
    expect(verifyRows(forged, { once: forged }).ok).toBe(true);
  });

  it('contradicts the head', () => {
    expect(breaksOf(verifyRows(forged, { once: rows }))).toEqual([
      { seq: size - 1, rule: 'head_mismatch' },
    ]);
  });

  it('contradicts each checkpoint over the change, and none before it', () => {
    const checkpoints = [2, 3, 10].map((covered) => checkpointOver(rows, covered));
    expect(breaksOf(verifyRows(forged, { once: forged, checkpoints }))).toEqual([
      { seq: 2, rule: 'checkpoint_mismatch' },
      { seq: 9, rule: 'checkpoint_mismatch' },
    ]);
  });

  it('contradicts a checkpoint it no longer reaches', () => {
    const checkpoints = [checkpointOver(rows, size)];
    const short = rows.slice(0, 5);
    expect(breaksOf(verifyRows(short, { once: short, checkpoints }))).toEqual([
      { seq: size - 1, rule: 'checkpoint_mismatch' },
    ]);
  });
});

describe('signatures of heads and checkpoints', () => {
  it('report a forged head and a missing one', () => {
    const last = size - 1;
    const found = (state: 'forged' | 'missing') =>
      breaksOf(verifyRows(rows, { once: rows, head: { state } }));
    expect(found('forged')).toEqual([{ seq: last, rule: 'head_signature' }]);
    expect(found('missing')).toEqual([{ seq: last, rule: 'head_mismatch' }]);
  });

  it('report a checkpoint by another key, of another size, or without form', () => {
    const checkpoint = checkpointOver(rows, 4);
    const { publicKey } = generateKeyPairSync('ed25519');
    const bad = [{ seq: 3, rule: 'checkpoint_signature' }];
    const found = (checkpoints: (typeof checkpoint)[], key = {}) =>
      breaksOf(verifyRows(rows, { once: rows, checkpoints, ...key }));
    expect(found([checkpoint], { publicKey })).toEqual(bad);
    expect(found([{ ...checkpointOver(rows, 5), size: 4 }])).toEqual(bad);
    expect(found([{ ...checkpoint, note: 'nothing' }])).toEqual(bad);
  });

  it('report a checkpoint that an event names and that is missing', () => {
    const told = chainOf([
      redaction(1),
      ...sampleDrafts.filter(({ kind }) => kind !== 'retention_pruned'),
    ]);
    const at = sampleDrafts.findIndex(({ kind }) => kind === 'checkpoint_signed') + 1;
    expect(breaksOf(verifyRows(told, { once: told }))).toEqual([
      { seq: at, rule: 'checkpoint_mismatch' },
    ]);
  });

  it('excuse a voided checkpoint only where a journal_gap names it', () => {
    const voided = (voidedBy: number) => [{ ...checkpointOver(rows, size), size: 900, voidedBy }];
    const valid = { ...checkpointOver(chainOf([...drafts, ...drafts]), size * 2) };
    const gapAt = drafts.findIndex(({ kind }) => kind === 'journal_gap');
    const check = (voidedBy: number) =>
      verifyRows(rows, { once: rows, checkpoints: [{ ...valid, voidedBy }] }).ok;
    expect(check(gapAt)).toBe(true);
    expect(check(gapAt + 1)).toBe(false);
    expect(verifyRows(rows, { once: rows, checkpoints: voided(gapAt) }).ok).toBe(false);
  });
});
