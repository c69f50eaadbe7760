import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal, type SqlcipherJournal } from '../../server/adapters/sqlcipher/journal.ts';
import { verifyJournalFile } from '../../server/adapters/sqlcipher/journal-verify.ts';
import { redaction } from '../support/event-samples.ts';
import { faultSwitch, faultTable } from '../support/journal-faults.ts';
import { dataOf, type JournalPlace, journalPlace, openAt } from '../support/journal-place.ts';

const worker = new URL('../support/journal-fault-worker.ts', import.meta.url);
const turns = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => redaction(from + at));

describe('a failing append is refused and loses nothing acknowledged (spec, rule 12; design D22, D23)', () => {
  let place: JournalPlace;
  let journal: SqlcipherJournal;
  beforeEach(async () => {
    place = await journalPlace();
  });
  afterEach(async () => {
    await journal.close();
    await place.remove();
  });
  const openFaulty = async (fault: SharedArrayBuffer) => {
    const options = { ...dataOf(place), worker, fault };
    journal = await openJournal(options);
  };

  it.each(faultTable)('$step: $mode', async ({ step, mode }) => {
    const { fault, arm } = faultSwitch();
    await openFaulty(fault);
    const acknowledged = [...(await journal.append(turns(0, 3)))];

    arm({ step, mode });
    const failed = await Promise.allSettled([
      journal.append(turns(100, 2)),
      journal.append(turns(200, 2)),
    ]);
    expect(failed).toMatchObject([
      { status: 'rejected', reason: { code: 'AuditUnavailable' } },
      { status: 'rejected', reason: { code: 'AuditUnavailable' } },
    ]);
    expect(verifyJournalFile(place)).toMatchObject({ ok: true });

    const next = journal.append(turns(300, 3));
    if (mode.endsWith('the thread dies')) {
      await expect(next).rejects.toMatchObject({ code: 'AuditUnavailable' });
    } else {
      acknowledged.push(...(await next));
    }
    await journal.close();

    journal = await openAt(place);
    expect(journal.gap()).toBeUndefined();
    acknowledged.push(...(await journal.append(turns(400, 2))));
    const kept = await journal.read({ limit: 1_000 });
    expect(acknowledged.map(({ seq }) => kept[seq])).toEqual(acknowledged);
    // What failed is there as a whole or not at all.
    const leftOver = kept.filter((r) => [100, 101].includes(Number(r['turn'])));
    expect([0, 2]).toContain(leftOver.length);
    expect(verifyJournalFile(place)).toMatchObject({ ok: true });
  });
});
