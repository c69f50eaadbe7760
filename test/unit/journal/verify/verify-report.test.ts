import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../../server/contract/report.ts';
import type { JournalRecord } from '../../../../server/domain/event.ts';
import {
  findSessionFlaw,
  type ReportFlaw,
  verifyInclusion,
  verifyReport,
} from '../../../../server/journal/index.ts';
import { propertyRuns } from '../../../support/property-runs.ts';
import {
  callRecords,
  draftMaker,
  recordsOf,
  reportOf,
  signed,
} from '../../../support/report-kit.ts';
import { inclusionProof, sessionTree } from '../../../support/trees.ts';

const records = callRecords();
const report = reportOf(records);

/** The flaws of a verification, in order of its steps. */
function flaws(altered: Report, evidence = {}): readonly (ReportFlaw | undefined)[] {
  return verifyReport(altered, evidence)
    .steps.filter(({ result }) => result === 'failed')
    .map(({ flaw }) => flaw);
}

describe('design D32: a report verifies by itself', () => {
  it('holds in every step that needs nothing else', () => {
    expect(verifyReport(report)).toEqual({
      ok: true,
      steps: [
        { step: 'hash', result: 'ok' },
        { step: 'signature', result: 'ok' },
        { step: 'root', result: 'ok' },
        { step: 'checkpoint', result: 'ok' },
        { step: 'records', result: 'skipped' },
      ],
    });
  });

  it('holds after a trip through JSON, in whatever order the fields come', () => {
    const shuffled = Object.fromEntries(Object.entries(report).reverse());
    expect(verifyReport(JSON.parse(JSON.stringify(shuffled)))).toMatchObject({ ok: true });
  });

  it('is broken by a change of any leaf value of its JSON', () => {
    const paths = leavesOf(report);
    fc.assert(
      fc.property(fc.constantFrom(...paths), (path) => {
        expect(verifyReport(altered(report, path)).ok).toBe(false);
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  const other = reportOf(callRecords({ turns: [{ SSN: 1 }] }));
  it.each<[ReportFlaw, string, Report]>([
    [
      'root_mismatch',
      'another hash among its events',
      signed({
        ...report,
        events: report.events.map((event, at) =>
          at === 1 ? { ...event, curr_hash: 'ab'.repeat(32) } : event,
        ),
      }),
    ],
    [
      'root_mismatch',
      'the root of another call',
      signed({ ...report, merkle_root_hex: other.merkle_root_hex }),
    ],
    [
      'count_mismatch',
      'an event left out',
      signed({ ...report, events: report.events.slice(0, -1) }),
    ],
    [
      'count_mismatch',
      'events in another order',
      signed({ ...report, events: report.events.toReversed() }),
    ],
    ['malformed_checkpoint', 'no checkpoint', signed({ ...report, checkpoint: '' })],
    [
      'checkpoint_signature',
      'a checkpoint changed by hand',
      signed({ ...report, checkpoint: report.checkpoint.replace(/^(.*\n)\d+/, '$1999') }),
    ],
  ])('finds %s: signed by the service itself, but with %s', (flaw, _, wrong) => {
    expect(flaws(wrong)).toEqual([flaw]);
  });

  it('finds a checkpoint that is too old to cover it', () => {
    const early = reportOf(records.slice(0, 3)).checkpoint;
    expect(flaws(signed({ ...report, checkpoint: early }))).toEqual(['checkpoint_too_small']);
  });

  it('is not taken for one of another installation', () => {
    expect(flaws(report, { publicKey: report.public_key })).toEqual([]);
    expect(flaws(report, { publicKey: 'cd'.repeat(32) })).toEqual(['unknown_key']);
  });
});

describe('design D32: a report against the records of an export', () => {
  it('holds with the records of its session, and with those that came later', () => {
    expect(verifyReport(report, { records }).steps.at(-1)).toEqual({
      step: 'records',
      result: 'ok',
    });
    const open = callRecords({ ended: false });
    const early = reportOf(open.slice(0, 5));
    expect(flaws(early, { records: open })).toEqual([]);
  });

  it.each<[ReportFlaw, string, readonly JournalRecord[]]>([
    [
      'record_broken',
      'a record changed',
      records.map((r, at) => (at === 2 ? { ...r, turn: 7 } : r)),
    ],
    ['record_broken', 'a record left out', records.filter((_, at) => at !== 2)],
    ['record_mismatch', 'records of another call', callRecords({ turns: [{ SSN: 1 }] })],
    ['record_mismatch', 'no record', []],
  ])('finds %s: %s', (flaw, _, wrong) => {
    expect(flaws(report, { records: wrong })).toEqual([flaw]);
  });
});

describe('design D21: the tree of a session', () => {
  it('is that of its seal', () => {
    const seal = records.at(-1);
    expect(seal).toMatchObject({
      kind: 'session_sealed',
      merkle_root_hex: sessionTree(records).rootHex,
    });
    expect(findSessionFlaw(records)).toBeUndefined();
  });

  it('has a proof for each leaf, which leads nowhere else', () => {
    const { leaves, rootHex } = sessionTree(records);
    const hashes = leaves.map(({ curr_hash }) => curr_hash);
    for (const [index, { curr_hash: currHash }] of leaves.entries()) {
      const proof = inclusionProof(hashes, index);
      const leaf = { currHash, index, size: leaves.length };
      expect(verifyInclusion(leaf, proof, rootHex)).toBe(true);
      expect(verifyInclusion({ ...leaf, index: (index + 1) % leaves.length }, proof, rootHex)).toBe(
        false,
      );
    }
  });

  it('is broken by a seal over other leaves', () => {
    const draft = draftMaker();
    const seal = draft('session_sealed', { merkle_root_hex: 'ab'.repeat(32), event_count: 1 });
    const start = draft('call_ended', { reason: 'platform', turns: 0 });
    expect(findSessionFlaw(recordsOf([start, seal]))).toEqual({ seq: 1, rule: 'seal_mismatch' });
  });
});

type Path = readonly (string | number)[];

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...entries].flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function altered(report: Report, path: Path): Report {
  const copy = structuredClone(report);
  const last = path.at(-1) ?? '';
  const parent = path
    .slice(0, -1)
    .reduce<Record<string | number, unknown>>(
      (inner, key) => inner[key] as Record<string | number, unknown>,
      copy as unknown as Record<string | number, unknown>,
    );
  const value = parent[last];
  parent[last] = another(value);
  return copy;
}

/** Another value of the same shape. */
function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  const text = String(value);
  return /^[0-9a-f]{64}$/.test(text) ? (text[0] === '0' ? '1' : '0') + text.slice(1) : `x${text}`;
}
