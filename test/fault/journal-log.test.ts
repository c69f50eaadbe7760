import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../server/domain/event.ts';
import { redaction } from '../support/event-samples.ts';
import { dataOf, type JournalFolder, journalFolder, openAt } from '../support/journal-folder.ts';
import { removeFolder } from '../support/remove-folder.ts';

const sector = 512;
const commits = 12;
/** How many places in the log are tried: each takes about a third of a second on a busy machine. */
const samples = 14;

let place: JournalFolder;
let acknowledged: readonly JournalRecord[];
/** The files of a journal as a crash leaves them: all is in the log, nothing folded. */
let crashed: string;
let log: Buffer;

beforeAll(async () => {
  place = await journalFolder();
  crashed = await mkdtemp(join(tmpdir(), 'svc-log-'));
  const journal = await openAt(place);
  const records: JournalRecord[] = [];
  for (let turn = 0; turn < commits; turn += 1)
    records.push(...(await journal.append([redaction(turn), redaction(turn)])));
  acknowledged = records;
  for (const name of ['journal.db', 'journal.db-wal', 'journal.head'])
    await copyFile(join(place.file, '..', name), join(crashed, name));
  await journal.close();
  log = await readFile(join(crashed, 'journal.db-wal'));
});
afterAll(async () => {
  await removeFolder(crashed);
  await place.remove();
});

/** What is found where the log is this one; a journal that does not open is refused as a whole. */
async function foundWith(wal: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-log-'));
  for (const name of ['journal.db', 'journal.head'])
    await copyFile(join(crashed, name), join(folder, name));
  await writeFile(join(folder, 'journal.db-wal'), wal);
  const at = {
    ...dataOf(place),
    file: join(folder, 'journal.db'),
    headFile: join(folder, 'journal.head'),
  };
  try {
    const journal = await openAt(at).catch(() => undefined);
    if (journal === undefined) return { state: 'refused', lost: acknowledged.length } as const;
    const kept = await journal.read({ limit: 1_000 });
    const lost = acknowledged.filter(({ seq, curr_hash }) => kept[seq]?.curr_hash !== curr_hash);
    const takesMore = await journal.append([redaction(99)]).then(
      () => true,
      () => false,
    );
    await journal.close();
    const state = takesMore ? 'open' : 'refused';
    return { state, lost: lost.length, gap: journal.gap()?.reason } as const;
  } finally {
    await removeFolder(folder);
  }
}

const spread = (count: number) =>
  Array.from({ length: samples }, (_, at) => Math.floor((at * count) / samples));

describe('a write-ahead log that is not what was written never passes for it (design D23)', () => {
  it('a complete log holds every acknowledged record', async () => {
    expect(log.length).toBeGreaterThan(commits * 4096);
    expect(await foundWith(log)).toEqual({ state: 'open', lost: 0, gap: undefined });
  });

  it('a log cut at any sector lacks acknowledged records, and the journal refuses appends', async () => {
    for (const at of spread(log.length / sector)) {
      const found = await foundWith(log.subarray(0, at * sector));
      expect([at, found.state, found.lost > 0]).toEqual([at, 'refused', true]);
    }
  });

  it('a journal whose log has a flipped bit opens with every record, or refuses appends', async () => {
    for (const at of spread(log.length)) {
      const flipped = Buffer.from(log);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      const found = await foundWith(flipped);
      expect([at, found.state === 'open', found.lost > 0]).not.toEqual([at, true, true]);
    }
  });

  it('a journal whose log has a sector of zeros opens with every record, or refuses appends', async () => {
    for (const at of spread(log.length / sector)) {
      const holed = Buffer.from(log).fill(0, at * sector, (at + 1) * sector);
      const found = await foundWith(holed);
      expect([at, found.state, found.lost > 0]).toEqual([at, 'refused', true]);
    }
  });
});
