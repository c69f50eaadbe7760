import { describe, expect, it } from 'vitest';
import { calibrated, decodeSpans } from '../../../../server/detect/ner/decode-spans.ts';
import { beginLabel, labelCount, type NerKind } from '../../../../server/detect/ner/labels.ts';
import { wordsOf } from '../../../../server/detect/ner/word-features.ts';

/** One label a word: `B-NAME` begins, `I-NAME` goes on, `O` is outside. */
function decode(text: string, labels: string): { kind: string; value: string }[] {
  const words = wordsOf(text);
  const rows = new Float32Array(words.length * labelCount);
  labels.split(' ').forEach((label, index) => {
    const [position, kind] = label.split('-');
    const best = kind === undefined ? 0 : beginLabel(kind as NerKind) + Number(position === 'I');
    rows.fill(0.1 / (labelCount - 1), index * labelCount, (index + 1) * labelCount);
    rows[index * labelCount + best] = 0.9;
  });
  return decodeSpans(words, rows).map(({ kind, start, end }) => ({
    kind,
    value: text.slice(start, end),
  }));
}

describe('the spans of labelled words', () => {
  it.each([
    ['this is ana reyes here', 'O O B-NAME I-NAME O', ['ana reyes']],
    ['a label that goes on', 'O O I-NAME I-NAME O', ['that goes']],
    ['one kind then another', 'B-NAME I-NAME I-DOB I-DOB', ['one kind', 'then another']],
    ['two names side', 'B-NAME B-NAME O', ['two', 'names']],
    ['ana Ana reyes', 'B-NAME I-NAME I-NAME', ['ana', 'Ana reyes']],
    ['a n a', 'B-NAME I-NAME I-NAME', ['a n a']],
    ['one one', 'B-MRN I-MRN', ['one one']],
    ['it is Reyes , ok', 'O O B-NAME I-NAME O', ['Reyes']],
    ['signed Ana R.', 'O B-NAME I-NAME I-NAME', ['Ana R.']],
    ['five five um oh one', 'B-PHONE I-PHONE O I-PHONE I-PHONE', ['five five um oh one']],
    ['12 Oak Street , Reno', 'B-ADDRESS I-ADDRESS I-ADDRESS O B-ADDRESS', ['12 Oak Street , Reno']],
    ['555 . 777', 'B-PHONE O B-PHONE', ['555', '777']],
    [', . !', 'B-NAME I-NAME I-NAME', []],
  ])('of %j labelled %j', (text, labels, values) => {
    expect(decode(text, labels).map(({ value }) => value)).toEqual(values);
  });

  it('decoded spans carry UTF-16 offsets', () => {
    expect(decode('😀 Ana 😀', 'O B-NAME O')).toEqual([{ kind: 'NAME', value: 'Ana' }]);
  });
});

/** What is found where the probabilities of each word are those of one kind, another and so on; what is left is "outside". */
function decodeRows(text: string, rows: readonly Partial<Record<NerKind, number>>[]) {
  const words = wordsOf(text);
  const probabilities = new Float32Array(words.length * labelCount);
  for (const [index, row] of rows.entries()) {
    const known = Object.entries(row);
    for (const [kind, probability] of known)
      probabilities[index * labelCount + beginLabel(kind as NerKind) + 1] = probability;
    probabilities[index * labelCount] = 1 - known.reduce((sum, [, p]) => sum + p, 0);
  }
  return decodeSpans(words, probabilities).map(({ kind, start, end, probability }) => ({
    kind,
    value: text.slice(start, end),
    probability: Number(probability.toFixed(2)),
  }));
}

describe('a word that the model doubts', () => {
  it('a number is as private where its kind is in doubt', () => {
    expect(decodeRows('4417', [{ PHONE: 0.4, ACCOUNT: 0.3, MRN: 0.2 }])).toEqual([
      { kind: 'PHONE', value: '4417', probability: 0.9 },
    ]);
  });

  it('a name is as private where it may be part of an address, but not where it may be a place or a firm', () => {
    expect(decodeRows('reyes', [{ NAME: 0.5, ADDRESS: 0.3, LOC: 0.1, ORG: 0.1 }])).toMatchObject([
      { kind: 'NAME', probability: 0.8 },
    ]);
  });

  it('a birth date counts as a birth date alone', () => {
    expect(decodeRows('61', [{ DOB: 0.5, ACCOUNT: 0.3 }])).toMatchObject([{ probability: 0.5 }]);
  });

  it('kinds of numbers that together have 15 parts in 100 make a number of a word', () => {
    expect(decodeRows('4417', [{ PHONE: 0.06, ACCOUNT: 0.1 }])).toMatchObject([
      { kind: 'ACCOUNT' },
    ]);
    expect(decodeRows('4417', [{ PHONE: 0.06, ACCOUNT: 0.08 }])).toEqual([]);
    expect(decodeRows('MRN 4417', [{ MRN: 0.3 }, { MRN: 0.9 }])).toMatchObject([{ value: '4417' }]);
  });

  it('three parts in ten of masked kinds make a value of a word, and do not weaken the name beside it', () => {
    const name = { NAME: 0.32 };
    expect(decodeRows('soo jin', [name, name])).toMatchObject([{ value: 'soo jin' }]);
    expect(decodeRows('ana soo', [{ NAME: 0.9 }, name])).toEqual([
      { kind: 'NAME', value: 'ana soo', probability: 0.9 },
    ]);
    expect(decodeRows('61', [{ DOB: 0.2, ADDRESS: 0.12 }])).toMatchObject([{ kind: 'DOB' }]);
    expect(decodeRows('soo jin', [{ NAME: 0.28 }, { NAME: 0.28 }])).toEqual([]);
  });
});

describe('a calibrated score', () => {
  it('a calibrated score rises with the probability and stays between 0 and 1', () => {
    const scores = [0, 0.2, 0.5, 0.8, 1].map((p) => calibrated(p, { slope: 1.4, offset: -1 }));
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(scores.every((score) => score > 0 && score < 1)).toBe(true);
  });

  it('a calibrated score equals the probability when nothing was fitted', () => {
    expect(calibrated(0.7, { slope: 1, offset: 0 })).toBeCloseTo(0.7);
  });
});
