import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresJournal } from '../../server/adapters/postgres/journal/journal.ts';
import type { JournalRecord } from '../../server/domain/event.ts';
import type { SessionId } from '../../server/domain/ids.ts';
import type { SeqRange } from '../../server/ports/journal.ts';
import { redaction, sampleDrafts } from '../support/event-samples.ts';
import { type JournalServer, journalServer } from '../support/postgres-journal.ts';
import type { OpenReplica } from '../support/postgres-replica.ts';
import { processEnv } from '../support/process-env.ts';

const program = new URL('../support/postgres-writer-program.ts', import.meta.url);
const names = ['a', 'b', 'c'] as const;
const sessions = [1, 2, 3].map((no) => `sess_0000000000000000000000001${no}` as SessionId);
const sealed = sampleDrafts.filter(({ kind }) => kind === 'session_sealed');

let server: JournalServer;
let replicas: readonly OpenReplica[];
let journals: readonly PostgresJournal[];
beforeAll(async () => {
  server = await journalServer();
  replicas = await Promise.all(names.map((name) => server.open(name)));
  journals = replicas.map(({ journal }) => journal);
});
afterAll(async () => {
  for (const { close } of replicas) await close();
  await server.remove();
});

const all = async (journal: PostgresJournal): Promise<readonly JournalRecord[]> => {
  const records: JournalRecord[] = [];
  for (;;) {
    const more = await journal.read({ from: records.length, limit: 10_000 });
    if (more.length === 0) return records;
    records.push(...more);
  }
};

describe('replicas behind one database write one chain (design D47)', () => {
  it('it holds every record of every replica once, and numbers the records of each session', async () => {
    const told = journals.map((journal) => {
      const ranges: SeqRange[] = [];
      journal.appended((range) => ranges.push(range));
      return ranges;
    });
    const appendAll = async (journal: PostgresJournal, replica: number) => {
      const appended: JournalRecord[] = [];
      const caller = async (no: number) => {
        for (let turn = 0; turn < 25; turn += 1) {
          const session = sessions[(turn + no) % sessions.length];
          const drafts = Array.from({ length: 1 + (turn % 8) }, () => redaction(turn, session));
          appended.push(...(await journal.append(drafts)));
        }
      };
      await Promise.all(Array.from({ length: 4 }, (_, no) => caller(no + replica)));
      return appended;
    };
    const appended = (await Promise.all(journals.map(appendAll))).flat();
    const kept = await all(journals[0] as PostgresJournal);
    expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, at) => at));
    expect(appended.map(({ seq }) => kept[seq])).toEqual(appended);
    const own = kept.filter(({ kind }) => kind !== 'checkpoint_signed');
    expect(own.filter(({ kind }) => kind !== 'clock_regression')).toHaveLength(appended.length);
    for (const session of sessions) {
      const records = kept.filter((record) => record.session_id === session);
      expect(records.map((record) => record.session_seq)).toEqual(records.map((_, at) => at));
    }
    for (const journal of journals) expect(await journal.verify()).toMatchObject({ ok: true });

    const size = journals[0]?.head().size;
    for (const ranges of told) {
      await expect.poll(() => ranges.at(-1)?.to).toBeGreaterThanOrEqual(size ?? 0);
      expect(ranges.map(({ from }) => from)).toEqual(
        [0, ...ranges.map(({ to }) => to)].slice(0, -1),
      );
    }
  });

  it('one checkpoint covers what all replicas wrote, whichever signs it', async () => {
    await Promise.all(journals.map((journal) => journal.append([redaction(0), ...sealed])));
    const covered = async () => (await journals[0]?.checkpoints(1))?.[0]?.size ?? 0;
    const [size] = [journals[0]?.head().size ?? 0];
    // The seals have it signed; without one, records wait 60 s.
    await expect.poll(covered, { timeout: 30_000 }).toBeGreaterThanOrEqual(size - 1);
    const notes = await Promise.all(journals.map((journal) => journal.checkpoint()));
    const kept = (await journals[1]?.checkpoints(1_000)) ?? [];
    const sizes = kept.map((checkpoint) => checkpoint.size);
    expect(new Set(sizes).size).toBe(sizes.length);
    for (const note of notes) expect(kept.map((checkpoint) => checkpoint.note)).toContain(note);
    expect(await journals[2]?.verify()).toMatchObject({ ok: true });
  });

  it('each replica learns what the others appended, also while its connection was lost', async () => {
    const [a, b] = journals as [PostgresJournal, PostgresJournal];
    let next = b.head().size;
    await expect.poll(() => b.head().size).toBe(a.head().size);
    next = b.head().size;
    const seen: number[] = [];
    const stop = b.appended(({ from, to }) => seen.push(from, to));
    await a.append([redaction(1)]);
    await expect.poll(() => seen).toEqual([next, next + 1]);
    await server.place.disconnect();
    await a.append([redaction(2), redaction(3)]);
    await expect.poll(() => seen.slice(2)).toEqual([next + 1, next + 3]);
    stop();
    await a.append([redaction(4)]);
    await expect.poll(() => b.head().size).toBe(next + 4);
    expect(seen).toHaveLength(4);
  });
});

describe('replicas that are killed at any moment', () => {
  const acknowledged = new Map<number, string>();

  /** Runs a replica until it has printed `lines` lines, kills it, and keeps what it printed. */
  const runAndKill = async (name: string, lines: number) => {
    const args = [
      program.pathname,
      server.place.url.reveal(),
      server.key.toString('hex'),
      server.markFile(name),
    ];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: processEnv(),
    });
    let printed = '';
    child.stdout.setEncoding('latin1').on('data', (text: string) => {
      printed += text;
      if (printed.split('\n').length > lines) child.kill('SIGKILL');
    });
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGKILL');
    // A last line cut short was not yet printed as a whole.
    return printed.slice(0, printed.lastIndexOf('\n')).split('\n');
  };

  it('leave every acknowledged record once, in a chain that verifies', async () => {
    const runs = ['d', 'e', 'd', 'f'].map((name, at) => runAndKill(`${name}${at}`, 100 + 50 * at));
    for (const line of (await Promise.all(runs)).flat()) {
      const [seq, hash = ''] = line.split(' ');
      expect(acknowledged.has(Number(seq))).toBe(false);
      acknowledged.set(Number(seq), hash);
    }
    const kept = await all(journals[0] as PostgresJournal);
    const missing = [...acknowledged].filter(([seq, hash]) => kept[seq]?.curr_hash !== hash);
    expect(missing).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(300);
    expect(await journals[0]?.verify()).toMatchObject({ ok: true });
  });

  it('find their head file again', async () => {
    const { journal, close } = await server.open('d0');
    expect(journal.gap()).toBeUndefined();
    await close();
  });
});
