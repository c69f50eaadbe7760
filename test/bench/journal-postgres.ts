import { join } from 'node:path';
import { Pool } from 'pg';
import { verifyJournal } from '../../server/adapters/postgres/journal-verify.ts';
import { Secret } from '../../server/domain/secret.ts';
import { journalKeys } from '../../server/journal/index.ts';
import { openReplica, origin } from '../support/postgres-replica.ts';
import { startPostgres } from '../support/postgres-server.ts';
import {
  appendAll,
  bodiesOf,
  call,
  callers,
  draftsPerCall,
  figureRow,
  mediansInTurn,
} from './journal-load.ts';
import type { BenchRow } from './row.ts';

const events = 60_000;
const key = Buffer.alloc(32, 7);

/**
 * Durable appends to the journal in PostgreSQL by one replica and by three, acknowledgement time and
 * verification, each beside plain inserts of the same texts into a table of the same server.
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
  const replicas = [await replica('a'), await replica('b'), await replica('c')] as const;
  try {
    const [{ journal, database }] = replicas;
    await appendAll(journal, events / 10);
    const { perSecond: alone, callerUs } = await appendAll(journal, events);
    const three = await Promise.all(
      replicas.map((each) => appendAll(each.journal, events / replicas.length)),
    );
    const bodies = await bodiesOf(journal, events);
    const [acknowledged, committed] = await mediansInTurn(
      () => journal.append(call('0', 0)),
      () => plain.write(bodies.slice(0, draftsPerCall)),
    );
    const written = await plain.writeAll(bodies);
    const verified = await perCoreSecond(async () => {
      const query = { keys: journalKeys(key), origin, seen: { state: 'missing' } } as const;
      const { eventCount, ok } = await verifyJournal(database, query);
      if (!ok) throw new Error('the chain does not hold');
      return eventCount;
    });
    return [
      figureRow(
        'PostgreSQL journal: durable events/s, one replica',
        [alone],
        ['plain inserts, same batch', written],
      ),
      figureRow(
        'PostgreSQL journal: durable events/s, three replicas',
        [Math.min(...three.map(({ perSecond }) => perSecond)) * replicas.length],
        ['plain inserts, same batch', written],
      ),
      figureRow(
        `PostgreSQL journal: acknowledging ${draftsPerCall} events alone, p50 ms`,
        [acknowledged, 2],
        ['plain insert', committed, 2],
      ),
      figureRow(
        `PostgreSQL journal: µs of the calling thread, ${draftsPerCall} events`,
        [callerUs, 1],
        ['plain insert', await plain.callerUs(bodies), 1],
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

/** A table as durable as the journal, without key, hashes, guards or head. */
async function plainTable(url: string) {
  const pool = new Pool({ connectionString: url, max: 1 });
  await pool.query('CREATE TABLE plain (seq bigserial PRIMARY KEY, body text NOT NULL)');
  const insert = { name: 'plain', text: 'INSERT INTO plain (body) SELECT unnest($1::text[])' };
  const write = (bodies: readonly string[]) => pool.query({ ...insert, values: [[...bodies]] });
  const writeAll = async (bodies: readonly string[]): Promise<number> => {
    const batch = callers * draftsPerCall;
    const start = performance.now();
    for (let at = 0; at < bodies.length; at += batch) await write(bodies.slice(at, at + batch));
    return (bodies.length * 1_000) / (performance.now() - start);
  };
  return {
    write,
    /** Rows a second. */
    writeAll,
    callerUs: async (bodies: readonly string[]): Promise<number> => {
      const cpu = process.threadCpuUsage();
      await writeAll(bodies);
      const { user, system } = process.threadCpuUsage(cpu);
      return ((user + system) * draftsPerCall) / bodies.length;
    },
    /** How many rows there are. */
    readAll: async (): Promise<number> =>
      (await pool.query('SELECT seq, body FROM plain ORDER BY seq')).rowCount ?? 0,
    close: () => pool.end(),
  };
}

/** How many of what `run` counts go into a second of this thread's processor time. */
async function perCoreSecond(run: () => Promise<number>): Promise<number> {
  const start = process.threadCpuUsage();
  const count = await run();
  const { user, system } = process.threadCpuUsage(start);
  return (count * 1e6) / (user + system);
}
