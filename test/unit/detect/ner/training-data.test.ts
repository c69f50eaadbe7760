import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { composeDialogue, isHeldOutTemplate } from '../../../../models/training/compose.ts';
import { expand, loadGrammar } from '../../../../models/training/grammar.ts';
import { isHeldOutName, nameSource } from '../../../../models/training/names.ts';
import { createRandom } from '../../../../models/training/random.ts';
import { fillSlot } from '../../../../models/training/slots.ts';
import { loadWordLists } from '../../../../models/training/word-lists.ts';
import { parseLexicon } from '../../../../server/detect/ner/lexicon.ts';

const models = join(import.meta.dirname, '../../../../models');
const grammar = loadGrammar(join(models, 'training/grammar'));
const lexicon = parseLexicon(
  brotliDecompressSync(readFileSync(join(models, 'lexicon.txt.br'))).toString('utf8'),
);
const dictionary = [...lexicon.keys()].filter((form) => /^[a-z]{3,9}$/.test(form)).slice(0, 500);
const words = new Map([
  ...loadWordLists(join(models, 'training/lexicon')),
  ['dictionary', dictionary] as const,
]);
const random = createRandom(3);
const namesOf = (heldOut: boolean) => nameSource(random, { lexicon, dictionary, heldOut });
const sources = {
  grammar,
  words,
  dictionary,
  names: namesOf(false),
  random,
  lexicon,
  plain: false,
};

describe('the grammar that the model learns from', () => {
  it('every template of the grammar reads with rules and slots that exist', () => {
    const context = { random, names: sources.names, style: { spokenNumbers: 0.5 }, words };
    const parts = grammar.templates
      .flatMap(({ turns }) => turns)
      .flatMap(({ nodes }) => expand(nodes, grammar, random));
    expect(parts.length).toBeGreaterThan(grammar.templates.length);
    for (const part of parts) {
      if ('slot' in part) expect(fillSlot(part.slot, context)).not.toEqual([]);
    }
  });

  it('the grammar weighs a template by its readings', () => {
    const weights = grammar.templates.map(({ weight }) => weight);
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...weights)).toBeLessThan(20);
  });

  it('the grammar holds out a share of its templates for measuring', () => {
    const kept = grammar.templates.filter(isHeldOutTemplate).length / grammar.templates.length;
    expect(kept).toBeGreaterThan(0.08);
    expect(kept).toBeLessThan(0.18);
  });
});

describe('a composed dialogue', () => {
  it('a training text marks its values from their first letter to their last, in order', () => {
    for (let round = 0; round < 300; round += 1) {
      for (const { text, spans } of composeDialogue(grammar.templates, sources)) {
        let last = 0;
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }
    }
  });
});

describe('a first name', () => {
  it.each([true, false])(
    'a training text comes from the split that was asked for: held out %s',
    (heldOut) => {
      const source = nameSource(random, { lexicon, dictionary, heldOut, oddShare: 0 });
      for (let round = 0; round < 200; round += 1) {
        expect(isHeldOutName(source.first())).toBe(heldOut);
      }
    },
  );
});
