import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { verifyJournalFile } from '../../server/adapters/sqlcipher/journal/journal-reader.ts';
import { chainHash } from '../../server/journal/index.ts';
import { type JournalFolder, journalFolder, openAt } from '../support/journal-folder.ts';
import {
  appendAll,
  bodiesOf,
  call,
  callers,
  draftsPerCall,
  figureRow,
  mediansInTurn,
  perCoreSecond,
} from './journal-load.ts';
import type { BenchRow } from './row.ts';

const events = 120_000;

/**
 * Durable appends, what they cost the calling thread, acknowledgement time and verification (design
 * §5), each with a baseline. Pure computation is measured per second of processor time: another
 * program on the machine then makes no difference.
 */
export async function benchJournal(): Promise<readonly BenchRow[]> {
  const place = await journalFolder();
  const journal = await openAt(place);
  const plain = plainDatabase(place);
  try {
    await appendAll(journal, events / 10);
    const { perSecond: appended, callerUs } = await appendAll(journal, events);
    const bodies = await bodiesOf(journal, events);
    const [acknowledged, committed] = await mediansInTurn(
      () => journal.append(call('0', 0)),
      async () => plain.write(bodies.slice(0, draftsPerCall)),
    );
    await journal.close();
    const written = plain.writeAll(bodies);
    const cloned = (1e6 * draftsPerCall) / (await perCoreSecond(cloneAll));
    const verified = await perCoreSecond(async () => (await verifyJournalFile(place)).eventCount);
    const hashed = await perCoreSecond(() => bodies.map(chainHash).length);
    return [
      figureRow('journal: durable events/s', [appended], ['plain SQLite, same batch', written]),
      figureRow(
        `journal: acknowledging ${draftsPerCall} events alone, p50 ms`,
        [acknowledged, 2],
        ['plain SQLite commit', committed, 2],
      ),
      figureRow(
        `journal: µs of the calling thread, ${draftsPerCall} events`,
        [callerUs, 1],
        ['cloning them once', cloned, 1],
      ),
      figureRow('journal: verified events a core-second', [verified], ['SHA-256 alone', hashed]),
    ];
  } finally {
    plain.close();
    await place.remove();
  }
}

function cloneAll(): number {
  for (let turn = 0; turn < events / draftsPerCall; turn += 1) structuredClone(call('0', turn));
  return events;
}

/** SQLite as durable as the journal, without key, hashes, head file or thread. */
function plainDatabase(place: JournalFolder) {
  const db = new Database(join(place.file, '..', 'plain.db'));
  db.pragma('journal_mode=WAL');
  db.pragma('synchronous=FULL');
  db.exec('CREATE TABLE event (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO event (body) VALUES (?)');
  const write = db.transaction((bodies: readonly string[]) => {
    for (const body of bodies) insert.run(body);
  });
  return {
    write,
    /** Rows a second. */
    writeAll(bodies: readonly string[]): number {
      const batch = callers * draftsPerCall;
      const start = performance.now();
      for (let at = 0; at < bodies.length; at += batch) write(bodies.slice(at, at + batch));
      return (bodies.length * 1_000) / (performance.now() - start);
    },
    close: () => db.close(),
  };
}
