import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LanguageModel } from '../../detect/index.ts';
import { checkedFile, readChecked } from './model-files.ts';

const manifestSchema = z.object({
  v: z.literal(1),
  file: checkedFile,
  languages: z.array(z.string()),
  buckets: z.int(),
  scale: z.number(),
});

/** Reads the model of languages. Rejects when its file is missing, or is not the one of `LANGUAGES.json`. */
export async function readLanguageModel(folder: string): Promise<LanguageModel> {
  const text = await readFile(join(folder, 'LANGUAGES.json'), 'utf8');
  const { file, languages, buckets, scale } = manifestSchema.parse(JSON.parse(text));
  const bytes = await readChecked(folder, file);
  if (bytes.length !== buckets * languages.length) throw new Error(`${file.name} has another size`);
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return { languages, buckets, scale, weights };
}
