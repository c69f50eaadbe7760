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

/**
 * Durable appends, what they cost the calling thread, acknowledgement time and verification (design
 * §5), each beside a baseline. What only computes is told per second of processor time: another
 * program on the machine then makes no difference.
 */
export async function benchJournal(): Promise<readonly BenchRow[]> {
  const place = await journalPlace();
  const journal = await openAt(place);
  const plain = plainDatabase(place);
  try {
    await appendAll(journal, events / 10);
    const { perSecond: appended, callerUs } = await appendAll(journal, events);
    const bodies = await bodiesOf(journal);
    const [acknowledged, committed] = await mediansInTurn(
      () => journal.append(call('0', 0)),
      async () => plain.write(bodies.slice(0, draftsPerCall)),
    );
    await journal.close();
    const written = plain.writeAll(bodies);
    const cloned = (1e6 * draftsPerCall) / perCoreSecond(cloneAll);
    const verified = perCoreSecond(() => verifyJournalFile(place).eventCount);
    const hashed = perCoreSecond(() => bodies.map(chainHash).length);
    return [
      row('journal: durable events/s', [appended], ['plain SQLite, same batch', written]),
      row(
        `journal: acknowledging ${draftsPerCall} events alone, p50 ms`,
        [acknowledged, 2],
        ['plain SQLite commit', committed, 2],
      ),
      row(
        `journal: µs of the calling thread, ${draftsPerCall} events`,
        [callerUs, 1],
        ['cloning them once', cloned, 1],
      ),
      row('journal: verified events a core-second', [verified], ['SHA-256 alone', hashed]),
    ];
  } finally {
    plain.close();
    await place.remove();
  }
}

function row(
  what: string,
  [figure, digits = 0]: readonly [figure: number, digits?: number],
  [against, baseline, baselineDigits = 0]: readonly [string, number, digits?: number],
): BenchRow {
  return {
    what,
    figure: figure.toFixed(digits),
    baseline: `${against} ${baseline.toFixed(baselineDigits)}`,
    ratio: ratioOf(figure, baseline),
  };
}

/** The events of one turn. */
function call(session: string, turn: number): EventDraft[] {
  const id = `sess_${session.padStart(26, '0')}` as const;
  return Array.from({ length: draftsPerCall }, () => redaction(turn, id));
}

async function appendAll(journal: SqlcipherJournal, count: number) {
  let left = count;
  const start = performance.now();
  const cpu = process.threadCpuUsage();
  const append = async (caller: number) => {
    for (let turn = 0; left > 0; turn += 1) {
      left -= draftsPerCall;
      await journal.append(call(`${caller}`, turn));
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => append(caller)));
  return {
    perSecond: (count * 1_000) / (performance.now() - start),
    callerUs: (cpuUs(cpu) * draftsPerCall) / count,
  };
}

function cloneAll(): number {
  for (let turn = 0; turn < events / draftsPerCall; turn += 1) structuredClone(call('0', turn));
  return events;
}

/** Median milliseconds of two things done in turn, so that both meet the same machine. */
async function mediansInTurn(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let at = 0; at < latencyCalls; at += 1) {
    times[0].push(await durationMs(one));
    times[1].push(await durationMs(other));
  }
  return [median(times[0]), median(times[1])];
}

async function durationMs(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function bodiesOf(journal: SqlcipherJournal): Promise<string[]> {
  const bodies: string[] = [];
  while (bodies.length < events) {
    const records = await journal.read({ from: bodies.length, limit: 10_000 });
    bodies.push(...records.map(({ curr_hash: _, ...body }) => canonicalJson(body)));
  }
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

/** How many of what `run` counts go into a second of this thread's processor time. */
function perCoreSecond(run: () => number): number {
  const start = process.threadCpuUsage();
  const count = run();
  return (count * 1e6) / cpuUs(start);
}

function cpuUs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return user + system;
}
