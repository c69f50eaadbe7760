import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import type { SqlcipherJournal } from '../../server/adapters/sqlcipher/journal.ts';
import { verifyJournalFile } from '../../server/adapters/sqlcipher/journal-verify.ts';
import type { EventDraft } from '../../server/domain/event.ts';
import { canonicalJson, chainHash } from '../../server/journal/index.ts';
import { redaction } from '../support/event-samples.ts';
import { type JournalPlace, journalPlace, openAt } from '../support/journal-place.ts';
import { type BenchRow, ratioOf } from './row.ts';

const callers = 50;
const draftsPerCall = 8;
const events = 120_000;
const latencyCalls = 400;

/** Durable appends, acknowledgement time and verification (design §5), each beside a baseline. */
export async function benchJournal(): Promise<readonly BenchRow[]> {
  const place = await journalPlace();
  const journal = await openAt(place);
  try {
    await appendAll(journal, events / 10);
    const appended = await appendAll(journal, events);
    const acknowledged = await medianMs(() => journal.append(call('0', 0)));
    await journal.close();
    const bodies = await bodiesOf(place);
    const plain = plainDatabase(place);
    const written = plain.writeAll(bodies);
    const committed = await medianMs(async () => plain.write(bodies.slice(0, draftsPerCall)));
    plain.close();
    const verified = rate(bodies.length, () => verifyJournalFile(place));
    const hashed = rate(bodies.length, () => bodies.forEach(chainHash));
    return [
      row('journal: durable events/s', appended, 'plain SQLite, same batch', written),
      {
        what: `journal: acknowledging ${draftsPerCall} events alone, p50`,
        figure: `${acknowledged.toFixed(2)} ms`,
        baseline: `plain SQLite commit ${committed.toFixed(2)} ms`,
        ratio: ratioOf(acknowledged, committed),
      },
      row('journal: verified events/s', verified, 'SHA-256 alone', hashed),
    ];
  } finally {
    await place.remove();
  }
}

function row(what: string, figure: number, against: string, baseline: number): BenchRow {
  return {
    what,
    figure: Math.round(figure).toString(),
    baseline: `${against} ${Math.round(baseline)}`,
    ratio: ratioOf(figure, baseline),
  };
}

/** The events of one turn. */
function call(session: string, turn: number): EventDraft[] {
  const id = `sess_${session.padStart(26, '0')}` as const;
  return Array.from({ length: draftsPerCall }, () => redaction(turn, id));
}

async function appendAll(journal: SqlcipherJournal, count: number): Promise<number> {
  let left = count;
  const start = performance.now();
  const append = async (caller: number) => {
    for (let turn = 0; left > 0; turn += 1) {
      left -= draftsPerCall;
      await journal.append(call(`${caller}`, turn));
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => append(caller)));
  return count / seconds(start);
}

async function medianMs(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < latencyCalls; at += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[latencyCalls / 2] ?? 0;
}

async function bodiesOf(place: JournalPlace): Promise<string[]> {
  const journal = await openAt(place);
  const bodies: string[] = [];
  while (bodies.length < journal.head().size) {
    const records = await journal.read({ from: bodies.length, limit: 10_000 });
    bodies.push(...records.map(({ curr_hash: _, ...body }) => canonicalJson(body)));
  }
  await journal.close();
  return bodies;
}

/** SQLite as durable as the journal, without key, hashes, head file or thread. */
function plainDatabase(place: JournalPlace) {
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
    writeAll: (bodies: readonly string[]) =>
      rate(bodies.length, () => {
        const batch = callers * draftsPerCall;
        for (let at = 0; at < bodies.length; at += batch) write(bodies.slice(at, at + batch));
      }),
    close: () => db.close(),
  };
}

function rate(count: number, run: () => void): number {
  const start = performance.now();
  run();
  return count / seconds(start);
}

function seconds(start: number): number {
  return (performance.now() - start) / 1_000;
}
