import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { EventFields } from '../../domain/event.ts';
import { syncFolder, writeNewFile } from '../../shared/durable-files.ts';
import { kidPattern } from './key-file.ts';

/** What an operator did with the command line, for the service to journal (decision 0013). */
export type OperatorNote = {
  [K in 'key_rotated' | 'backup_created']: {
    readonly kind: K;
    readonly fields: EventFields[K];
  };
}[keyof EventFields & ('key_rotated' | 'backup_created')];

/** A note with the time at which it is told. */
type TimedNote = OperatorNote & { ts: string };

/** How often notes are looked for. */
const watchMs = 2_000;

const noteName = /^note-.*\.json$/;

const noteSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('key_rotated'),
    fields: z.strictObject({
      actor: z.literal('operator'),
      kid: z.string().regex(kidPattern),
      purpose: z.enum(['tokenization', 'database']),
    }),
  }),
  z.strictObject({
    kind: z.literal('backup_created'),
    fields: z.strictObject({
      actor: z.literal('operator'),
      size: z.int().min(0),
      head_hash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  }),
]);

/** Leaves a note in a folder, durable on return; a crash leaves none or the whole note. */
export async function writeOperatorNote(folder: string, note: OperatorNote): Promise<void> {
  const name = `${Date.now()}-${randomBytes(8).toString('hex')}`;
  const temporary = join(folder, `${name}.tmp`);
  await writeNewFile(temporary, JSON.stringify(note));
  await rename(temporary, join(folder, `note-${name}.json`));
  await syncFolder(folder);
}

/**
 * Hands each note to `journal`, oldest first, and removes it once that resolved: a crash between the
 * two has the note told twice, never not at all. One that is tried again is the same object, so that
 * the journal can tell. What is no note stays where it is.
 */
function noteTaker(
  dataDir: string,
  journal: (note: TimedNote) => Promise<unknown>,
): () => Promise<void> {
  const waiting = new Map<string, TimedNote>();

  const found = async (name: string): Promise<TimedNote | undefined> => {
    const text = await readFile(join(dataDir, name), 'utf8');
    const note = noteSchema.safeParse(parseJson(text));
    return note.success ? { ...note.data, ts: '' } : undefined;
  };

  return async () => {
    for (const name of await pendingNoteNames(dataDir)) {
      const note = waiting.get(name) ?? (await found(name));
      if (note === undefined) continue;
      waiting.set(name, note);
      note.ts = new Date().toISOString();
      await journal(note);
      waiting.delete(name);
      await unlink(join(dataDir, name));
    }
  };
}

/** Takes notes now and as they come; the function it gives takes the last ones and stops. */
export function watchOperatorNotes(
  dataDir: string,
  watcher: {
    readonly take: (note: TimedNote) => Promise<unknown>;
    /** Told why a note could not be journalled; it is tried again. */
    readonly onDelay: (error: unknown) => void;
  },
): () => Promise<void> {
  const take = noteTaker(dataDir, watcher.take);
  const look = () => take().catch(watcher.onDelay);
  let looking = look();
  const again = () => {
    looking = looking.then(look);
  };
  const timer = setInterval(again, watchMs).unref();
  return async () => {
    clearInterval(timer);
    again();
    await looking;
  };
}

/** Notes that no service has taken yet. */
async function pendingNoteNames(dataDir: string): Promise<readonly string[]> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  return names.filter((name) => noteName.test(name)).sort();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
