import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readCalls } from '../../../../models/training/calls.ts';
import { composeDialogue, isHeldOutTemplate } from '../../../../models/training/compose.ts';
import { kindOf } from '../../../../models/training/corpora.ts';
import { expand, loadGrammar } from '../../../../models/training/grammar.ts';
import { languages } from '../../../../models/training/languages.ts';
import { isHeldOutName, nameSource } from '../../../../models/training/names.ts';
import { createRandom } from '../../../../models/training/random.ts';
import { readScoredCalls } from '../../../../models/training/scored-calls.ts';
import { fillSlot } from '../../../../models/training/slots.ts';
import { type LanguageCode, loadWordLists } from '../../../../models/training/word-lists.ts';
import { parseLexicon } from '../../../../server/detect/ner/lexicon.ts';

const models = join(import.meta.dirname, '../../../../models');
const lexicon = parseLexicon(
  brotliDecompressSync(readFileSync(join(models, 'lexicon.txt.br'))).toString('utf8'),
);
const dictionary = [...lexicon]
  .map(([form]) => form)
  .filter((form) => /^[a-z]{3,9}$/.test(form))
  .slice(0, 500);
const random = createRandom(3);
const scored = readScoredCalls(join(import.meta.dirname, '../../../bench/eval/probe'));
const codes = Object.keys(languages) as LanguageCode[];

/** What dialogues of a language are made of. */
function sourcesOf(code: LanguageCode) {
  const words = new Map([
    ...loadWordLists(join(models, 'training/lexicon/en')),
    ...loadWordLists(join(models, 'training/lexicon', code)),
    ['dictionary', dictionary] as const,
  ]);
  return {
    language: languages[code],
    grammar: loadGrammar(join(models, 'training/grammar', code)),
    words,
    dictionary,
    names: nameSource(random, { lexicon, dictionary, heldOut: false, language: code }),
    random,
    lexicon,
    plain: false,
  };
}

describe.each(codes)('the grammar that the model learns from: %s', (code) => {
  const sources = sourcesOf(code);
  const { grammar } = sources;

  it('every template of the grammar reads with rules and slots that exist', () => {
    const context = { ...sources, style: { spokenNumbers: 0.5 } };
    const parts = grammar.templates
      .flatMap(({ turns }) => turns)
      .flatMap(({ nodes }) => expand(nodes, grammar, random));
    expect(parts.length).toBeGreaterThan(grammar.templates.length);
    for (const part of parts) {
      if ('slot' in part) expect(fillSlot(part.slot, context)).not.toEqual([]);
    }
  });

  it('the grammar weighs a template by its readings, and by how often its file is drawn', () => {
    const weights = grammar.templates.map(({ weight }) => weight);
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...weights)).toBeLessThan(40);
  });

  it('the grammar holds out a share of its templates for measuring', () => {
    const kept = grammar.templates.filter(isHeldOutTemplate).length / grammar.templates.length;
    expect(kept).toBeGreaterThan(0.08);
    expect(kept).toBeLessThan(0.18);
  });
});

describe.each(codes)('a composed dialogue: %s', (code) => {
  const sources = sourcesOf(code);

  it('a training text marks its values from their first letter to their last, in order', () => {
    for (let round = 0; round < 300; round += 1) {
      for (const { text, spans } of composeDialogue(sources.grammar.templates, sources)) {
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

describe.each(codes)('a first name: %s', (code) => {
  it.each([true, false])(
    'a training text comes from the split that was asked for: held out %s',
    (heldOut) => {
      const source = nameSource(random, {
        lexicon,
        dictionary,
        heldOut,
        oddShare: 0,
        language: code,
      });
      for (let round = 0; round < 200; round += 1) {
        expect(isHeldOutName(source.first())).toBe(heldOut);
      }
    },
  );
});

describe.each(codes)('what the model learns from that we wrote: %s', (code) => {
  const turns = [
    ...readCalls(join(models, 'training/calls', code), 'calls'),
    ...(code === 'en' ? readCalls(join(models, 'training/prose'), 'prose') : []),
    ...(scored.get(code === 'es' ? 'fresh_es' : 'fresh') ?? []),
  ].flatMap((call) => call.turns);

  it('every value has a kind that the model knows', () => {
    const kinds = new Set(turns.flatMap(({ spans }) => spans.map(({ kind }) => kind)));
    expect(kinds).toContain('NAME');
    expect([...kinds].filter((kind) => kindOf[kind] === undefined)).toEqual([]);
  });

  it('no mark is left in a text, and no value is empty or begins or ends with a blank', () => {
    expect(turns.filter(({ text }) => /\[\[|\]\]/.test(text))).toEqual([]);
    const values = turns.flatMap(({ text, spans }) =>
      spans.map(({ start, end }) => text.slice(start, end)),
    );
    expect(values.filter((value) => value === '' || value !== value.trim())).toEqual([]);
  });
});

describe('the calls that were written for measuring, and have been scored', () => {
  it('the model learns from those up to the seventeenth pair, and not from later ones', () => {
    const pairs = [...scored.values()].flat().map(({ id }) => /fresh(\d*)/.exec(id)?.[1]);
    expect(new Set(pairs)).toEqual(
      new Set(['', ...Array.from({ length: 16 }, (_, index) => String(index + 2))]),
    );
  });

  it('what holds nothing private has no label', () => {
    const hard = [...(scored.get('hard') ?? []), ...(scored.get('hard_es') ?? [])];
    expect(hard.length).toBeGreaterThan(1500);
    expect(hard.filter(({ turns }) => turns.some(({ spans }) => spans.length > 0))).toEqual([]);
  });

  it('a bot’s own name is nobody’s', () => {
    const bot = [...scored.values()]
      .flat()
      .flatMap(({ turns }) => turns)
      .find(({ text }) => text.startsWith("Hi, I'm Juno, the virtual helper"));
    expect(bot?.spans).toEqual([]);
  });
});
