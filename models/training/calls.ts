import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CorpusDialogue, CorpusTurn } from './corpora.ts';

/** A value in its place: `[[KIND:exact text]]`. */
const marked = /\[\[([A-Z]+):(.*?)\]\]/g;

/**
 * Reads the calls of a folder's `.txt` files. A line `# …` begins a call, `U: …` is what the caller says and `A: …` what
 * the other side says, with each value marked in its place.
 */
export function readCalls(folder: string, corpus: string): CorpusDialogue[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt')).sort();
  return files.flatMap((file) => {
    const calls = readFileSync(join(folder, file), 'utf8').split(/^#.*$/m).map(turnsOf);
    return calls
      .filter((turns) => turns.length > 0)
      .map((turns, index) => ({ id: `${corpus}-${file}-${index}`, corpus, turns }));
  });
}

function turnsOf(call: string): CorpusTurn[] {
  return [...call.matchAll(/^([UA]): *(.+)$/gm)].map(([, speaker = '', line = '']) => ({
    speaker: speaker === 'U' ? 'user' : 'agent',
    ...unmarked(line),
  }));
}

function unmarked(line: string): Pick<CorpusTurn, 'text' | 'spans'> {
  let text = '';
  let at = 0;
  const spans = [];
  for (const { 0: whole, 1: kind = '', 2: value = '', index } of line.matchAll(marked)) {
    text += line.slice(at, index);
    spans.push({ start: text.length, end: text.length + value.length, kind, src: 'gold' });
    text += value;
    at = index + whole.length;
  }
  return { text: text + line.slice(at), spans };
}
