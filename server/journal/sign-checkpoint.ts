import { sign } from 'node:crypto';
import { type Checkpoint, checkpointText } from './checkpoint.ts';
import type { JournalKeys } from './journal-keys.ts';
import { formatNote } from './signed-note.ts';

/** A checkpoint as a note signed by the journal's key (design D24). */
export function signCheckpoint(
  checkpoint: Checkpoint,
  keys: Pick<JournalKeys, 'signing' | 'public'>,
): string {
  const text = checkpointText(checkpoint);
  const signature = sign(null, Buffer.from(text), keys.signing);
  return formatNote(text, { name: checkpoint.origin, publicKey: keys.public }, signature);
}
