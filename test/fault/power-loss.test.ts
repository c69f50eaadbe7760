import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DiskStep,
  imageAt,
  layOut,
  type Survives,
  stepsOf,
  straceOptions,
} from '../support/disk-images.ts';
import { openAt } from '../support/journal-folder.ts';
import { removeFolder } from '../support/remove-folder.ts';

const program = new URL('../support/journal-writer-program.ts', import.meta.url);
const printed = 120;
/** Moments at which the power goes, spread over the recording. */
const moments = 3;

function withoutStrace(): string | undefined {
  try {
    execFileSync('strace', [...straceOptions, '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'needs strace';
  }
}
const missing = withoutStrace();
const key = randomBytes(32);

let folder: string;
let steps: readonly DiskStep[];

/** Runs the journal's program until it has acknowledged some records, kills it, and reads what it did. */
async function recorded(): Promise<readonly DiskStep[]> {
  const data = join(folder, 'data');
  const trace = join(folder, 'trace');
  execFileSync('mkdir', [data]);
  const run = [process.execPath, program.pathname, data, key.toString('hex')];
  const child = spawn('strace', [...straceOptions, '-o', trace, ...run], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let lines = 0;
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    lines += text.split('\n').length - 1;
    if (lines >= printed && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  await once(child, 'close');
  return stepsOf(await readFile(trace, 'latin1'), data);
}

describe.skipIf(missing !== undefined)(
  `a power loss that takes what was not flushed takes nothing that was acknowledged (design D22, D23)${missing === undefined ? '' : `: ${missing}`}`,
  () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'svc-power-'));
      steps = await recorded();
    });
    afterAll(() => removeFolder(folder));

    it('the recording has writes, flushes and acknowledgements', () => {
      const kinds = Map.groupBy(steps, (step) => step.do);
      expect(kinds.get('print')?.length ?? 0).toBeGreaterThan(10);
      expect(kinds.get('sync')?.length ?? 0).toBeGreaterThan(10);
      const written = (kinds.get('write') ?? []).map((step) => ('file' in step ? step.file : ''));
      expect(new Set(written)).toContain('journal.db-wal');
      expect(new Set(written)).toContain('journal.head');
    });

    it.each<[string, Survives]>([
      ['all of it', () => false],
      ['none of it', () => true],
      ['every other sector of it', (place) => (place / 512) % 2 < 1],
      ['its sectors by chance', () => Math.random() < 0.5],
    ])('when %s is lost', async (_how, survives) => {
      const first = steps.findIndex((step) => step.do === 'print');
      const points = Array.from({ length: moments }, () =>
        Math.floor(first + 1 + Math.random() * (steps.length - first - 1)),
      );
      // Right after an acknowledgement is where a missing flush would show.
      const acknowledged = steps.flatMap((step, at) => (step.do === 'print' ? [at + 1] : []));
      for (const point of [...points, ...acknowledged.slice(-1)]) {
        const image = await layOut(imageAt(steps, point, survives));
        const journal = await openAt({
          file: join(image, 'journal.db'),
          headFile: join(image, 'journal.head'),
          key,
          origin: 'audit.example/test',
        });
        const kept = await journal.read({ limit: 10_000 });
        const verified = await journal.verify();
        await journal.close();
        await removeFolder(image);
        const told = steps
          .slice(0, point)
          .flatMap((step) => (step.do === 'print' ? step.text.trim().split('\n') : []));
        const hashes = new Map(kept.map((record) => [record.seq, record.curr_hash]));
        const lost = told.filter((line) => {
          const [seq, hash] = line.split(' ');
          return hashes.get(Number(seq)) !== hash;
        });
        expect([point, lost, journal.gap(), verified.ok]).toEqual([point, [], undefined, true]);
      }
    });

    it('the test detects a journal that does not flush', async () => {
      const unflushed = steps.filter(
        (step) => !(step.do === 'sync' && step.file === 'journal.db-wal'),
      );
      const image = await layOut(imageAt(unflushed, unflushed.length, () => false));
      const journal = await openAt({
        file: join(image, 'journal.db'),
        headFile: join(image, 'journal.head'),
        key,
        origin: 'audit.example/test',
      });
      expect(journal.gap()).toMatchObject({ reason: 'behind_head' });
      await journal.close();
      await removeFolder(image);
    });
  },
);
