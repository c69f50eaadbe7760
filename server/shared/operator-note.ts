import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from './durable-files.ts';
import { parseJson } from './json.ts';
import { kidPattern } from './keys-json.ts';

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
  z.strictObject({
    kind: z.literal('roster_imported'),
    fields: z.strictObject({
      actor: z.literal('operator'),
      import_id: z.string().regex(/^imp_[0-9A-Z]{26}$/),
      mode: z.enum(['replace', 'merge']),
      file_hmac: z.string().regex(/^[0-9a-f]{64}$/),
      imported: z.int().min(0),
      refused: z.int().min(0),
    }),
  }),
  z.strictObject({
    kind: z.literal('roster_person_deleted'),
    fields: z.strictObject({ actor: z.literal('operator') }),
  }),
  z.strictObject({
    kind: z.literal('roster_deleted'),
    fields: z.strictObject({
      actor: z.literal('operator'),
      patients: z.int().min(0),
      relatives: z.int().min(0),
      staff: z.int().min(0),
    }),
  }),
]);

/** An operator's action outside the service, which the service journals (decision 0013). */
export type OperatorNote = z.infer<typeof noteSchema>;

/** Names of notes; sorted, they are in the order of writing. */
export const noteNamePattern = /^note-.*\.json$/;

/** Writes a note into the data folder, durable on return; a crash leaves none or the whole note. */
export async function writeOperatorNote(folder: string, note: OperatorNote): Promise<void> {
  const name = `note-${Date.now()}-${randomBytes(8).toString('hex')}.json`;
  await writeDurably(join(folder, name), JSON.stringify(note));
}

/** Undefined if the text is not a note. */
export function parseOperatorNote(text: string): OperatorNote | undefined {
  return noteSchema.safeParse(parseJson(text)).data;
}
