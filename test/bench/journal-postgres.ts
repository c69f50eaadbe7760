import { join } from 'node:path';
import { Pool } from 'pg';
import { postgresJournalReader } from '../../server/adapters/postgres/journal/journal-reader.ts';
import { Secret } from '../../server/domain/secret.ts';
import { journalKeys, verifyJournal } from '../../server/journal/index.ts';
import { type OpenReplica, openReplica, origin } from '../support/postgres-replica.ts';
import { startPostgres } from '../support/postgres-server.ts';
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

const events = 60_000;
const rounds = 10;
const key = Buffer.alloc(32, 7);

/**
 * Durable appends to the journal in PostgreSQL by one replica and by three, acknowledgement time and
 * verification, each compared with plain inserts of the same texts into a table of the same server.
 */
export async function benchPostgresJournal(dataDir: string): Promise<readonly BenchRow[]> {
  const server = await startPostgres();
  const plain = await plainTable(server.url);
  const replica = (name: string) =>
    openReplica({
      url: new Secret(server.url),
      key,
      markFile: join(dataDir, `${name}.head`),
    });
  const first = await replica('a');
  const replicas = [first];
  try {
    const { journal, database } = first;
    await appendAll(journal, events / rounds);
    const bodies = await bodiesOf(journal, events / rounds);
    const alone = await inTurn([first], plain, bodies);
    const [acknowledged, committed] = await mediansInTurn(
      () => journal.append(call('0', 0)),
      () => plain.write(bodies.slice(0, draftsPerCall)),
    );
    replicas.push(await replica('b'), await replica('c'));
    const three = await inTurn(replicas, plain, bodies);
    const verified = await perCoreSecond(async () => {
      const keys = journalKeys(key);
      const query = { origin, publicKey: keys.public };
      const reader = postgresJournalReader(database, keys);
      const { eventCount, ok } = await verifyJournal(reader, query);
      if (!ok) throw new Error('the chain does not hold');
      return eventCount;
    });
    return [
      figureRow(
        'PostgreSQL journal: durable events/s, one replica',
        [alone.appended],
        ['plain inserts, same batch', alone.written],
      ),
      figureRow(
        'PostgreSQL journal: durable events/s, three replicas',
        [three.appended],
        ['plain inserts, same batch', three.written],
      ),
      figureRow(
        `PostgreSQL journal: acknowledging ${draftsPerCall} events alone, p50 ms`,
        [acknowledged, 2],
        ['plain insert', committed, 2],
      ),
      figureRow(
        `PostgreSQL journal: µs of the calling thread, ${draftsPerCall} events`,
        [alone.callerUs, 1],
        ['plain insert', alone.plainUs, 1],
      ),
      figureRow(
        'PostgreSQL journal: verified events a core-second',
        [verified],
        ['reading the plain table', await perCoreSecond(plain.readAll)],
      ),
    ];
  } finally {
    for (const { close } of replicas) await close();
    await plain.close();
    await server.stop();
  }
}

/** Appends by these replicas at once and plain inserts, a round of each in turn. */
async function inTurn(
  replicas: readonly OpenReplica[],
  plain: Awaited<ReturnType<typeof plainTable>>,
  bodies: readonly string[],
) {
  const count = bodies.length;
  const spent = { ms: 0, us: 0 };
  const plainly = { ms: 0, us: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const share = count / replicas.length;
    await timed(spent, () => Promise.all(replicas.map(({ journal }) => appendAll(journal, share))));
    await timed(plainly, () => plain.writeAll(bodies));
  }
  const total = rounds * count;
  return {
    appended: (total * 1_000) / spent.ms,
    written: (total * 1_000) / plainly.ms,
    callerUs: (spent.us * draftsPerCall) / total,
    plainUs: (plainly.us * draftsPerCall) / total,
  };
}

/** Adds the time that `run` takes, and that of this thread's processor. */
async function timed(into: { ms: number; us: number }, run: () => Promise<unknown>): Promise<void> {
  const [start, cpu] = [performance.now(), process.threadCpuUsage()];
  await run();
  const { user, system } = process.threadCpuUsage(cpu);
  into.ms += performance.now() - start;
  into.us += user + system;
}

/** A table as durable as the journal, without key, hashes, guards or head. */
async function plainTable(url: string) {
  const pool = new Pool({ connectionString: url, max: 1 });
  await pool.query('CREATE TABLE plain (seq bigserial PRIMARY KEY, body text NOT NULL)');
  const insert = { name: 'plain', text: 'INSERT INTO plain (body) SELECT unnest($1::text[])' };
  const write = (bodies: readonly string[]) => pool.query({ ...insert, values: [[...bodies]] });
  const writeAll = async (bodies: readonly string[]): Promise<void> => {
    const batch = callers * draftsPerCall;
    for (let at = 0; at < bodies.length; at += batch) await write(bodies.slice(at, at + batch));
  };
  return {
    write,
    writeAll,
    /** How many rows there are. */
    readAll: async (): Promise<number> =>
      (await pool.query('SELECT seq, body FROM plain ORDER BY seq')).rowCount ?? 0,
    close: () => pool.end(),
  };
}
