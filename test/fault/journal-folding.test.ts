import { existsSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyJournalFile } from '../../server/adapters/sqlcipher/journal/journal-reader.ts';
import { redaction } from '../support/event-samples.ts';
import { type JournalFolder, journalFolder, openAt } from '../support/journal-folder.ts';

/** Far more than it takes. */
const mostAppends = 5_000;

describe('the write-ahead log of a journal (design D22)', () => {
  let place: JournalFolder;
  beforeEach(async () => {
    place = await journalFolder();
  });
  afterEach(() => place.remove());

  it('is checkpointed into the file during appends, and deleted when the journal closes', async () => {
    const journal = await openAt(place);
    const { size: before } = statSync(place.file);
    let appended = 0;
    while (statSync(place.file).size === before && appended < mostAppends) {
      await journal.append([redaction(appended)]);
      appended += 1;
    }
    expect(appended).toBeLessThan(mostAppends);
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true });
    await journal.close();
    expect(existsSync(`${place.file}-wal`)).toBe(false);
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true });
  });
});
