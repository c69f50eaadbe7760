import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { type JournalFolder, journalFolder, openAt } from '../../support/journal-folder.ts';

let place: JournalFolder;
afterEach(() => place.remove());

describe('verification of a journal', () => {
  it('runs in one thread at a time, and each request gets one that began after it', async () => {
    place = await journalFolder();
    const journal = await openAt(place);
    const ts = '2026-11-21T10:00:00.000Z';
    await journal.append([{ kind: 'logout', ts, fields: { actor: 'usr_1' } }]);
    let [alive, most] = [0, 0];
    const count = (worker: Worker) => {
      alive += 1;
      most = Math.max(most, alive);
      worker.once('exit', () => {
        alive -= 1;
      });
    };
    process.on('worker', count);
    const earlier = [journal.verify(), journal.verify(), journal.verify()];
    await journal.append([{ kind: 'logout', ts, fields: { actor: 'usr_1' } }]);
    const later = journal.verify();
    for (const verification of await Promise.all(earlier)) expect(verification.ok).toBe(true);
    expect(await later).toMatchObject({ ok: true, head: { size: journal.head().size } });
    process.off('worker', count);
    expect(most).toBe(1);
    await journal.close();
  });
});
