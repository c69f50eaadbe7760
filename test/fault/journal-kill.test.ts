import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyJournalFile } from '../../server/adapters/sqlcipher/journal/journal-reader.ts';
import { type JournalFolder, journalFolder, openAt, tamper } from '../support/journal-folder.ts';

const program = new URL('../support/journal-writer-program.ts', import.meta.url);
const kills = 8;
const mostLines = 400;

describe('a process killed at any moment loses nothing it acknowledged (design D22, D23)', () => {
  let place: JournalFolder;
  const acknowledged = new Map<number, string>();
  beforeAll(async () => {
    place = await journalFolder();
  });
  afterAll(() => place.remove());

  /** Runs the program until it has printed `lines` lines, kills it, and gives all it printed. */
  const runAndKill = async (lines: number) => {
    const args = [program.pathname, dirname(place.file), Buffer.from(place.key).toString('hex')];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('latin1').on('data', (text: string) => {
      printed += text;
      if (printed.split('\n').length > lines) child.kill('SIGKILL');
    });
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGKILL');
    // A last line cut short was not yet printed as a whole.
    return printed.slice(0, printed.lastIndexOf('\n') + 1);
  };

  it.each(Array.from({ length: kills }, (_, at) => at + 1))('kill %i', async () => {
    const printed = await runAndKill(1 + Math.floor(Math.random() * mostLines));
    for (const line of printed.trim().split('\n')) {
      const [seq, hash = ''] = line.split(' ');
      expect(acknowledged.has(Number(seq))).toBe(false);
      acknowledged.set(Number(seq), hash);
    }
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true });
  });

  it('keeps every acknowledged record, under its acknowledged hash', async () => {
    const journal = await openAt(place);
    expect(journal.gap()).toBeUndefined();
    const found = new Map<number, string>();
    while (found.size < journal.head().size) {
      for (const r of await journal.read({ from: found.size, limit: 10_000 })) {
        found.set(r.seq, r.curr_hash);
      }
    }
    await journal.close();
    expect(acknowledged.size).toBeGreaterThanOrEqual(kills);
    const missing = [...acknowledged].filter(([seq, hash]) => found.get(seq) !== hash);
    expect(missing).toEqual([]);
  });

  it('refuses appends once its end was cut off', async () => {
    tamper(place, 'DELETE FROM event WHERE seq > (SELECT max(seq) - 3 FROM event)');
    const journal = await openAt(place);
    expect(journal.gap()).toMatchObject({ reason: 'behind_head' });
    await journal.close();
  });
});
