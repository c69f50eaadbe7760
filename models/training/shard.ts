import { writeFileSync } from 'node:fs';
import { dilations, type FeatureTables, wordTable } from '../../server/detect/ner/batch.ts';
import { beginLabel, labelCount } from '../../server/detect/ner/labels.ts';
import { lexiconBitCount } from '../../server/detect/ner/lexicon.ts';
import { type InputWord, turnInput } from '../../server/detect/ner/model-input.ts';
import { vocabularySize } from '../../server/detect/ner/vocabulary.ts';
import { charCount, shapeCount, wordsOf } from '../../server/detect/ner/word-features.ts';
import type { LabelledTurn } from './labelled-text.ts';

/** A sequence the model learns from: tokens and a label for each. */
export interface Sequence {
  readonly tokens: readonly InputWord[];
  readonly labels: readonly number[];
  /** The text of each token; that of a mark is who speaks. */
  readonly texts: readonly string[];
}

/** Longest sequence; what is longer loses its beginning. */
const maxTokens = 160;

export function sequenceOf(turns: readonly LabelledTurn[]): Sequence {
  const tokens: InputWord[] = [];
  const labels: number[] = [];
  const texts: string[] = [];
  for (const { speaker, text, spans } of turns) {
    const words = wordsOf(text);
    tokens.push(...turnInput(speaker, words));
    labels.push(0);
    texts.push(speaker, ...words.map((word) => word.text));
    let last: unknown;
    for (const word of words) {
      const span = spans.find(({ start, end }) => word.start < end && start < word.end);
      labels.push(span === undefined ? 0 : beginLabel(span.kind) + Number(span === last));
      last = span;
    }
  }
  return { tokens: tokens.slice(-maxTokens), labels: labels.slice(-maxTokens), texts: texts.slice(-maxTokens) };
}

/**
 * Writes sequences as one line of JSON (`words`, `tokens`, `sequences`, and the sizes that the model
 * must have) and arrays in this order:
 * chars uint8 [words, 16], vocabulary uint16 [words], bits uint16 [words], entry uint32 [tokens],
 * shape uint8 [tokens], label uint8 [tokens], length uint16 [sequences].
 */
export function writeShard(path: string, sequences: readonly Sequence[], tables: FeatureTables): void {
  const tokens = sequences.flatMap((sequence) => sequence.tokens);
  const table = wordTable(tokens, tables);
  const sizes = {
    words: table.size,
    tokens: tokens.length,
    sequences: sequences.length,
    features: {
      chars: charCount,
      shapes: shapeCount,
      bits: lexiconBitCount,
      labels: labelCount,
      vocabulary: vocabularySize(tables.vocabulary),
      dilations,
    },
  };
  const arrays: readonly ArrayBufferView[] = [
    Buffer.concat(table.chars),
    Uint16Array.from(table.vocabularyIds),
    Uint16Array.from(table.bits),
    Uint32Array.from(table.entryOf),
    Uint8Array.from(tokens, ({ shape }) => shape),
    Uint8Array.from(sequences.flatMap(({ labels }) => labels)),
    Uint16Array.from(sequences, ({ labels }) => labels.length),
  ];
  const bytes = arrays.map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength),
  );
  writeFileSync(path, Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...bytes]));
}

/** Writes the texts of the sequences' tokens, a sequence on a line. */
export function writeTexts(path: string, sequences: readonly Sequence[]): void {
  writeFileSync(path, sequences.map(({ texts }) => `${texts.join(' ')}\n`).join(''));
}
