import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { viewsOf } from '../../../server/detect/index.ts';
import { recognizers } from '../../../server/detect/recognizers/registry.ts';
import type { View } from '../../../server/detect/view/recognizer.ts';
import { mayMatch, preScan, rowsNeeded } from '../../../server/domain/patterns/pre-scan.ts';
import { lazyUtterance } from '../../../server/pipeline/detection-passes.ts';
import { decodeRows } from '../../bench/eval/labelled-row.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const probe = join(import.meta.dirname, '../../bench/eval/probe');
const said = [
  'calls_en_fresh',
  'calls_es_fresh',
  'probe_calls',
  'negatives_en_fresh',
  'everyday_names',
]
  .flatMap((set) => decodeRows(readFileSync(join(probe, `${set}.jsonl`), 'utf8')))
  .filter((_, index) => index % 8 === 0)
  .map(({ text }) => text.slice(0, 600));

/** Pieces that values and their cues are made of, and characters that fold or stand for others. */
const piece = fc.constantFrom(
  ...'my account number is|617 555 0142|born on|03/04/1962|sort code|@example.com|maple street|apt 4|mrn|AB-1234567'.split(
    '|',
  ),
  ...[
    '\u017f',
    '\u212a',
    '\u00a0',
    '\u3000',
    'ñ',
    'É',
    '٣',
    '😀',
    '\\u0041',
    '#',
    '“',
    '-',
    '.',
    'VISA 4111 1111 1111 1111',
  ],
  ...'calle,apartado,IBAN DE89,pasaporte,dob,x-ray,fax,i.d.,one two three,ssn,license plate'.split(
    ',',
  ),
);
const generated = fc
  .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 12 })
  .map((pieces) => pieces.join(' '));

const views = (text: string): readonly View[] => {
  const before = [lazyUtterance('What is your date of birth and account number?', 'assistant')];
  return viewsOf({ utterance: lazyUtterance(text, 'user'), before });
};
const found = (view: View) => recognizers.map(({ find }) => find(view));

/** Whether recognizers find the same in new views of a text, with a scan of it and without. */
function isSame(text: string): boolean {
  const without = views(text).map(found);
  const scanned = views(text).map((view) => {
    preScan(view.text);
    return found(view);
  });
  preScan('');
  return JSON.stringify(scanned) === JSON.stringify(without);
}

/** The patterns that recognizers run over texts. */
function patternsOf(texts: readonly string[]): readonly RegExp[] {
  const { exec } = RegExp.prototype;
  const run = new Set<RegExp>();
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    run.add(this);
    return exec.call(this, text);
  };
  try {
    for (const view of texts.flatMap(views)) found(view);
  } finally {
    RegExp.prototype.exec = exec;
  }
  return [...run];
}

afterEach(() => preScan(''));

describe('a scan of a text rules patterns out, and changes no finding', () => {
  it('in labelled texts', () => {
    expect(said.filter((text) => !isSame(text))).toEqual([]);
  });

  it('in generated texts', () => {
    fc.assert(
      fc.property(generated, (text) => isSame(text)),
      { numRuns: propertyRuns(300) },
    );
  });

  it('a pattern that matches is never ruled out, and most that do not match are', () => {
    const patterns = patternsOf(said).filter(({ sticky }) => !sticky);
    const anew = patterns.map(
      ({ source, flags }) => new RegExp(source, flags.replace(/[gd]/g, '')),
    );
    expect(patterns.length).toBeGreaterThan(150);
    // A text is worth the reading of a few patterns only.
    for (const pattern of patterns) {
      preScan(pattern.source);
      mayMatch(pattern.source, pattern);
    }
    const some = said.filter((_, index) => index % 8 === 0);
    const all = some.flatMap((text) => {
      preScan(text);
      return patterns.map((pattern, index) => ({
        pattern,
        isRuledOut: !mayMatch(text, pattern),
        isMatch: anew[index]?.test(text) === true,
      }));
    });
    const [ruledOut, run] = [true, false].map((isRuledOut) =>
      all.filter((one) => one.isRuledOut === isRuledOut),
    );
    expect(ruledOut?.filter(({ isMatch }) => isMatch)).toEqual([]);
    const needless = run?.filter(({ isMatch }) => !isMatch).length ?? 0;
    expect(ruledOut?.length).toBeGreaterThan(needless);
  });
});

describe('the rows of symbols that a pattern needs', () => {
  const rules = (text: string, pattern: RegExp): boolean => {
    preScan(text);
    return !mayMatch(text, pattern);
  };

  it.each<[RegExp, string, boolean]>([
    [/\b(?:bank|wire)\b/gi, 'my house number', true],
    [/\b(?:bank|wire)\b/gi, 'the BANK', false],
    [/\d{4}/g, 'room 12', true],
    [/\d{4}/g, 'room 1234', false],
    [/a?b/g, 'aaa', true],
    [/a*/g, 'zzz', false],
    [/(?<!sub)total/g, 'total', false],
    [/tax(?= id)/g, 'tax', true],
    [/tax(?= id)/g, 'tax id', false],
    [/(?<=tax )id/g, 'id', true],
    [/tax(?! id)/g, 'tax', false],
    [/\d{5}-\d{4}/g, 'rooms 12345 and 6-7', true],
    [/\d{5}-\d{4}/g, '12345-6789', false],
    [/\d{2,9} (?:lake|pine) street/g, 'lake street 12', true],
    [/\d{2,9} (?:lake|pine) street/g, '1200 lake street', false],
    [/(?:a[^x]{1,3}b|cd) ef/g, 'cdef', true],
    [/(?:a[^x]{1,3}b|cd) ef/g, 'a--b ef', false],
    [/(?:ab){2,}c/g, 'ababababc', false],
    [/(?:x|yz){2}w/g, 'yzxw', false],
    [/^s/giu, '\u017f', false],
    [/k/giu, '\u212a', false],
    [/no\snumber/g, 'no\u00a0number', false],
    [/[é😀]b/gu, 'a😀b', false],
    [/(a)\1b/g, 'aab', false],
    [/[\d-/]a/g, '/a', false],
    [/ñandú/gi, 'ÑANDÚ', false],
  ])('%s over “%s”: ruled out %s', (pattern, text, isRuledOut) => {
    expect(rules(text, pattern)).toBe(isRuledOut);
  });

  it('a pattern with syntax that is not read always runs', () => {
    expect(rowsNeeded('(?i:a)bcd')).toBeNull();
    expect(rowsNeeded('a{')).toBeNull();
  });

  it('a text that was not scanned is never ruled out', () => {
    preScan('one text', 'its question');
    expect(mayMatch('another', /bank/g)).toBe(true);
    expect(mayMatch('its question', /bank/g)).toBe(false);
    expect(mayMatch('its question', /quest/g)).toBe(true);
  });
});
