import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { z } from 'zod';
import type { Calibration } from '../../detect/ner/index.ts';
import { parseJson } from '../../shared/json.ts';

/** A file and its hash, as a manifest lists it. */
export const checkedFile = z.object({ name: z.string().regex(/^[\w.-]+$/), sha256: z.string() });
const calibration = z.object({ slope: z.number(), offset: z.number() });

const manifestSchema = z.object({
  v: z.literal(1),
  model: checkedFile,
  lexicon: checkedFile,
  vocabulary: checkedFile,
  encoder: checkedFile,
  pieces: checkedFile,
  calibration: z.record(z.string(), calibration),
});

/** The parts of a model folder, each proven to be what `MANIFEST.json` says. */
export interface ModelFiles {
  readonly model: Uint8Array;
  readonly lexicon: string;
  readonly vocabulary: string;
  readonly encoder: Uint8Array;
  readonly pieces: string;
  readonly calibration: ReadonlyMap<string, Calibration>;
  /** Changes with any of the parts. */
  readonly version: string;
}

/** Reads the lexicon of a model folder. Rejects when it is missing or is not the one of the manifest. */
export async function readLexicon(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'MANIFEST.json'), 'utf8');
  const { lexicon } = manifestSchema.parse(JSON.parse(text));
  return unpacked(await readChecked(folder, lexicon));
}

const unpacked = async (bytes: Uint8Array): Promise<string> =>
  (await promisify(brotliDecompress)(bytes)).toString('utf8');

/** Reads a model folder. Rejects when a file is missing or is not the one of the manifest. */
export async function readModelFiles(folder: string): Promise<ModelFiles> {
  const text = await readFile(join(folder, 'MANIFEST.json'), 'utf8');
  const manifest = manifestSchema.parse(JSON.parse(text));
  const [model, lexicon, vocabulary, encoder, pieces] = await Promise.all([
    readChecked(folder, manifest.model),
    readChecked(folder, manifest.lexicon),
    readChecked(folder, manifest.vocabulary),
    readChecked(folder, manifest.encoder),
    readChecked(folder, manifest.pieces),
  ]);
  return {
    model,
    lexicon: await unpacked(lexicon),
    vocabulary: vocabulary.toString('utf8'),
    encoder,
    pieces: pieces.toString('utf8'),
    calibration: new Map(Object.entries(manifest.calibration)),
    version: `ner-${hash('sha256', text).slice(0, 16)}`,
  };
}

/** The bytes of a file of the folder. Rejects when its hash is another one. */
export async function readChecked(
  folder: string,
  { name, sha256 }: z.infer<typeof checkedFile>,
): Promise<Buffer> {
  const bytes = await readFile(join(folder, name));
  if (hash('sha256', bytes) !== sha256) throw new Error(`${name} is not the file of its manifest`);
  return bytes;
}

const measured = z.array(z.object({ kind: z.string(), recall_bp: z.int(), wanted: z.int() }));

/** Of a kind: the share of labelled values that were hidden, in hundredths of a percent, and their number. */
type MeasuredRecall = z.infer<typeof measured>[number];

/** What the whole detection, patterns and models together, hid of each kind in labelled texts (models/eval.md). */
export async function readMeasuredRecall(modelDir: string): Promise<readonly MeasuredRecall[]> {
  return measured.parse(parseJson(await readFile(join(modelDir, 'RECALL.json'), 'utf8')));
}
