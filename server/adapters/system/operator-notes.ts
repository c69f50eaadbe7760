import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../../shared/durable-files.ts';
import {
  noteNamePattern,
  type OperatorNote,
  parseOperatorNote,
} from '../../shared/operator-note.ts';

/** A note, and the time at which it is journalled. */
type TimedNote = OperatorNote & { ts: string };

/** Interval of the searches for notes, in milliseconds. */
const watchMs = 2_000;

/**
 * Passes each note to `journal`, oldest first, and deletes its file afterwards: a crash between the two
 * journals the note twice, never not at all. A retry passes the same object, so that the journal can
 * recognise it. Other files stay.
 */
function noteTaker(
  dataDir: string,
  journal: (note: TimedNote) => Promise<unknown>,
): () => Promise<void> {
  const waiting = new Map<string, TimedNote>();

  const found = async (name: string): Promise<TimedNote | undefined> => {
    const note = parseOperatorNote(await readFile(join(dataDir, name), 'utf8'));
    return note === undefined ? undefined : { ...note, ts: '' };
  };

  return async () => {
    const names = await namesIn(dataDir);
    for (const name of names.filter((file) => noteNamePattern.test(file)).toSorted()) {
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

/** Takes notes now and every 2 seconds. The returned function takes the last ones and stops. */
export function watchOperatorNotes(
  dataDir: string,
  watcher: {
    readonly take: (note: TimedNote) => Promise<unknown>;
    /** Called with the error when a note could not be journalled; a later search retries. */
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
