import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportJournalFile } from '../../../../server/adapters/sqlcipher/journal/journal-reader.ts';
import type { EventDraft } from '../../../../server/domain/event.ts';
import type { SessionId } from '../../../../server/domain/ids.ts';
import { parseExportFooter } from '../../../../server/journal/export/parse-export.ts';
import { canonicalJson, chainHash } from '../../../../server/journal/index.ts';
import { callDrafts, dayMs, start } from '../../../support/dated-calls.ts';
import {
  changed,
  type SecondVerifier,
  startSecondVerifier,
  type Verdict,
  verdictOf,
} from '../../../support/export-kit.ts';
import {
  dataOf,
  type JournalFolder,
  journalFolder,
  openAt,
} from '../../../support/journal-folder.ts';

const sessions = [
  'sess_01J00000000000000000000001',
  'sess_01J00000000000000000000002',
] as const satisfies readonly SessionId[];

let second: SecondVerifier;
let place: JournalFolder;
/** An export when the journal was shorter. */
let earlier: readonly string[];
let whole: readonly string[];
let session: readonly string[];
/** Of another installation, with as many records. */
let foreign: readonly string[];

const exported = async (from: JournalFolder, query = {}): Promise<readonly string[]> =>
  (await Readable.from(exportJournalFile(dataOf(from), query)).toArray()).map((line: string) =>
    line.trimEnd(),
  );

beforeAll(async () => {
  second = startSecondVerifier();
  place = await journalFolder();
  await fill(place, 8);
  earlier = await exported(place);
  await fill(place, 8);
  whole = await exported(place);
  session = await exported(place, { sessionId: sessions[0] });
  const other = await journalFolder();
  await fill(other, 8);
  await fill(other, 8);
  foreign = await exported(other);
  await other.remove();
});

afterAll(async () => {
  second.close();
  await place.remove();
});

async function fill(to: JournalFolder, count: number): Promise<void> {
  const journal = await openAt(to);
  for (let at = 0; at < count; at += 1) await journal.append([draft(at)]);
  await journal.close();
}

function draft(at: number): EventDraft {
  const session_id = at % 3 === 2 ? undefined : sessions[at % 3];
  const fields = { actor: 'ü "quoted" \u0001 \u{1F600}', method: 'oidc' };
  const ts = '2026-11-21T10:00:00.000Z';
  return { kind: 'login', ts, fields, ...(session_id !== undefined && { session_id }) };
}

/** Both verifiers must say the same. */
async function verdict(
  lines: readonly string[],
  anchors: readonly string[] = [],
): Promise<Verdict> {
  const notes = anchors.map((note) => ({ note }));
  const [one, two] = [verdictOf(lines, notes), await second.verdict(lines, notes)];
  expect(two).toEqual(one);
  return one;
}

const noteOf = (lines: readonly string[]) =>
  parseExportFooter(lines.at(-1) ?? '')?.checkpoint ?? '';

/** The export with records from `at` on written again, each with the hash it then has. */
function rechained(lines: readonly string[], at: number): readonly string[] {
  let prevHash = '';
  const records = lines.slice(1, -1).map((line, seq) => {
    if (seq < at) return line;
    const { curr_hash: _, ...record } = JSON.parse(line) as Record<string, unknown>;
    const next = seq === at ? { ...record, method: 'forged' } : { ...record, prev_hash: prevHash };
    prevHash = chainHash(canonicalJson(next));
    return canonicalJson({ ...next, curr_hash: prevHash });
  });
  const end = changed(lines.at(-1) ?? '', { head_hash: prevHash });
  return [lines[0] ?? '', ...records, end];
}

describe('an export verifies with nothing but the file, in two languages', () => {
  it('verifies the whole journal', async () => {
    expect(await verdict(whole)).toEqual({ ok: true, breaks: [] });
  });

  it.each([1, 5, 9, 17])('verifies an export from record %i on', async (from) => {
    expect(await verdict(await exported(place, { from }))).toEqual({ ok: true, breaks: [] });
  });

  it('verifies one session, each record with its proof', async () => {
    expect(session.length).toBeGreaterThan(4);
    expect(await verdict(session)).toEqual({ ok: true, breaks: [] });
  });

  it('verifies an empty journal', async () => {
    const empty = await journalFolder();
    await (await openAt(empty)).close();
    expect(await verdict(await exported(empty))).toEqual({ ok: true, breaks: [] });
    await empty.remove();
  });

  it('verifies a journal whose start retention has removed, or is removing', async () => {
    const old = await journalFolder();
    const journal = await openAt(old);
    const calls = Array.from({ length: 60 }, (_, no) =>
      callDrafts({ no, atMs: start, promise: 1 }),
    );
    await journal.append(calls.flat());
    const before = noteOf(await exported(old));
    const due = { firstSeq: 0, lastSeq: 511, sessions: 52 };
    await journal.retention.giveUp(due, 10, new Date(start + 18 * dayMs).toISOString());
    for (let dropped = 0; dropped < 3; dropped += 1) {
      const lines = await exported(old);
      expect(lines[1]).toContain('"seq":512');
      expect(await verdict(lines, [before])).toEqual({ ok: true, breaks: [] });
      const tile = await journal.retention.nextTile();
      if (tile !== undefined) await journal.retention.dropTile(tile.no);
    }
    await journal.close();
    await old.remove();
  });

  it('verifies against a checkpoint that was kept earlier', async () => {
    expect(await verdict(whole, [noteOf(earlier)])).toEqual({ ok: true, breaks: [] });
  });
});

describe('every change of an export is reported, with its place and rule', () => {
  const last = () => whole.length - 1;
  const cases: readonly [string, () => readonly string[], string][] = [
    [
      'a flipped field',
      () => whole.with(4, changed(whole[4] ?? '', { method: 'x' })),
      '3 curr_hash_mismatch',
    ],
    [
      'a flipped hash',
      () => whole.with(4, changed(whole[4] ?? '', { curr_hash: 'ab'.repeat(32) })),
      '3 curr_hash_mismatch',
    ],
    [
      'a line that is no record',
      () => whole.with(4, (whole[4] ?? '').slice(0, -4)),
      '3 malformed_record',
    ],
    ['a dropped record', () => whole.toSpliced(6, 1), '5 seq_gap'],
    [
      'two records that changed places',
      () => whole.with(5, whole[6] ?? '').with(6, whole[5] ?? ''),
      '4 seq_gap',
    ],
    ['a record of another journal', () => whole.with(7, foreign[7] ?? ''), '6 prev_hash_mismatch'],
    [
      'the rest of another journal',
      () => [...whole.slice(0, 8), ...foreign.slice(8, -1), whole[last()] ?? ''],
      '7 prev_hash_mismatch',
    ],
    ['a record put in', () => whole.toSpliced(7, 0, foreign[7] ?? ''), '6 prev_hash_mismatch'],
    ['a chain written again from a record on', () => rechained(whole, 4), '7 checkpoint_mismatch'],
    ['an end cut off', () => whole.slice(0, 9), '8 truncated'],
    [
      'an end cut off in a line',
      () => [...whole.slice(0, 8), (whole[8] ?? '').slice(0, 30)],
      '7 malformed_record',
    ],
    [
      'records cut off before the last line',
      () => [...whole.slice(0, 9), whole[last()] ?? ''],
      '8 truncated',
    ],
    ['a start cut off', () => [whole[0] ?? '', ...whole.slice(3)], '0 seq_gap'],
  ];

  it.each(cases)('%s', async (_, mutated, expected) => {
    const { ok, breaks } = await verdict(mutated());
    expect(ok).toBe(false);
    expect(breaks).toContain(expected);
    expect(Number.parseInt(breaks[0] ?? '', 10)).toBe(Number.parseInt(expected, 10));
  });

  it('reports a changed character of any record', () => {
    for (let at = 1; at < whole.length - 1; at += 1) {
      const line = whole[at] ?? '';
      for (let column = at; column < line.length; column += 37) {
        const other = line[column] === '0' ? '1' : '0';
        const mutated = line.slice(0, column) + other + line.slice(column + 1);
        expect(verdictOf(whole.with(at, mutated)).ok).toBe(false);
      }
    }
  });

  it('reports an export that is shorter than a kept checkpoint', async () => {
    expect((await verdict(earlier)).ok).toBe(true);
    const { breaks } = await verdict(earlier, [noteOf(whole)]);
    expect(breaks).toEqual([`${earlier.length - 2} truncated`]);
  });

  it('reports another journal with valid signatures, given a kept checkpoint', async () => {
    expect((await verdict(foreign)).ok).toBe(true);
    expect((await verdict(foreign, [noteOf(earlier)])).breaks.join()).toContain(
      'checkpoint_signature',
    );
  });

  it('reports an anchor on records that are not in the file', async () => {
    const { breaks } = await verdict(await exported(place, { from: 12 }), [noteOf(earlier)]);
    expect(breaks.join()).toContain('anchor_not_covered');
  });
});

describe('every change of an export of a session is reported', () => {
  const cases: readonly [string, () => readonly string[], RegExp][] = [
    [
      'a flipped field',
      () => session.with(2, changed(session[2] ?? '', { method: 'x' })),
      /curr_hash_mismatch/,
    ],
    ['a record with a hash that fits', () => rehashed(2), /inclusion_mismatch/],
    ['a dropped record', () => session.toSpliced(2, 1), /session_seq_mismatch/],
    ['an end cut off', () => session.slice(0, 3), /truncated/],
    ['a record of another session', () => session.with(2, whole[3] ?? ''), /session_seq_mismatch/],
    ['another root', () => withEnd({ merkle_root_hex: 'ab'.repeat(32) }), /root_mismatch/],
    ['no signature', () => withEnd({ checkpoint: '' }), /checkpoint_signature/],
  ];

  it.each(cases)('%s', async (_, mutated, expected) => {
    const { ok, breaks } = await verdict(mutated());
    expect(ok).toBe(false);
    expect(breaks.join()).toMatch(expected);
  });

  it('reports an anchor of the journal at another size, which it cannot check', async () => {
    expect(await verdict(session, [noteOf(whole)])).toEqual({ ok: true, breaks: [] });
    const { ok, breaks } = await verdict(session, [noteOf(earlier)]);
    expect(ok).toBe(false);
    expect(breaks.join()).toContain('anchor_not_covered');
  });

  it('reports an anchor of another journal', async () => {
    const { breaks } = await verdict(session, [noteOf(foreign)]);
    expect(breaks.join()).toContain('checkpoint_signature');
  });

  function rehashed(at: number): readonly string[] {
    const { curr_hash: _, ...record } = JSON.parse(session[at] ?? '') as Record<string, unknown>;
    const next = { ...record, method: 'x' };
    return session.with(at, canonicalJson({ ...next, curr_hash: chainHash(canonicalJson(next)) }));
  }

  function withEnd(change: Readonly<Record<string, unknown>>): readonly string[] {
    return session.with(-1, changed(session.at(-1) ?? '', change));
  }
});
