import { describe, expect, it } from 'vitest';
import type { Detection } from '../../../../server/domain/detection.ts';
import type { LabelledRow } from '../../../bench/eval/labelled-row.ts';
import { scoreText } from '../../../bench/eval/score-text.ts';
import {
  allKindView,
  kind9Of,
  labelledKinds,
  nineKinds,
} from '../../../bench/eval/scored-kinds.ts';
import { foundBy } from '../../../support/found-by.ts';

const all = new Set<string>(nineKinds);
const text = 'call 555-0101 or ann at 555-0102 in springfield today';

const label = (
  start: number,
  end: number,
  kind9: string | null,
  orig = 'source',
): LabelledRow['spans'][number] => ({ start, end, kind: kind9 ?? 'LOCATION', kind9, orig });

const hit = (start: number, end: number, kind: string): Detection => ({
  kind,
  start,
  end,
  score: 0.9,
  ...foundBy(`regex.${kind.toLowerCase()}`),
});

describe('scoring one text', () => {
  it('counts exact and overlapping answers, misses and false hits', () => {
    const spans = [label(5, 13, 'PHONE'), label(24, 32, 'PHONE'), label(17, 20, 'NAME')];
    const found = [hit(5, 13, 'PHONE'), hit(21, 32, 'PHONE'), hit(48, 53, 'MRN')];
    const { tallies, misses, falseHits } = scoreText({ text, spans }, found, all);
    expect(tallies['PHONE']).toEqual({
      support: 2,
      found: 2,
      neutral: 0,
      exact: 1,
      overlap: 2,
      hidden: 2,
    });
    expect(tallies['NAME']).toMatchObject({ support: 1, found: 0, hidden: 0 });
    expect(tallies['MRN']).toMatchObject({ support: 0, found: 1, overlap: 0 });
    expect(misses).toEqual([{ kind: 'NAME', start: 17, end: 20 }]);
    expect(falseHits).toEqual([{ kind: 'MRN', start: 48, end: 53 }]);
  });

  it('calls a span hidden when its letters and digits are found under any kind', () => {
    const spans = [label(5, 13, 'PHONE')];
    const score = (found: Detection[]) => scoreText({ text, spans }, found, all).tallies['PHONE'];
    expect(score([hit(5, 13, 'ACCOUNT')])).toMatchObject({ overlap: 0, hidden: 1 });
    expect(score([hit(5, 8, 'ACCOUNT'), hit(9, 13, 'SSN')])).toMatchObject({ hidden: 1 });
    expect(score([hit(5, 12, 'PHONE')])).toMatchObject({ overlap: 1, hidden: 0 });
  });

  it('neither wants a neutral span nor blames a hit that lies in it by half', () => {
    const spans = [label(36, 47, null)];
    const inside = scoreText({ text, spans }, [hit(36, 47, 'ADDRESS')], all);
    expect(inside.tallies['ADDRESS']).toMatchObject({ support: 0, found: 0, neutral: 1 });
    expect(inside.misses).toEqual([]);
    const mostlyOutside = scoreText({ text, spans }, [hit(14, 38, 'ADDRESS')], all);
    expect(mostlyOutside.tallies['ADDRESS']).toMatchObject({ found: 1, neutral: 0 });
  });

  it('counts an answer as found even where it lies in a neutral span', () => {
    const spans = [label(24, 32, 'PHONE'), label(24, 32, null)];
    const { tallies } = scoreText({ text, spans }, [hit(24, 32, 'PHONE')], all);
    expect(tallies['PHONE']).toMatchObject({ found: 1, neutral: 0, exact: 1 });
  });

  it('treats a label that a script guessed as neutral', () => {
    const spans = [label(5, 13, 'PHONE', 'auto-regex')];
    const { tallies } = scoreText({ text, spans }, [hit(5, 13, 'PHONE')], all);
    expect(tallies['PHONE']).toMatchObject({ support: 0, found: 0, neutral: 1 });
  });

  it('scores only the kinds that are labelled in the text', () => {
    const found = [hit(5, 13, 'PHONE'), hit(24, 32, 'SSN')];
    const { tallies } = scoreText({ text, spans: [] }, found, new Set(['SSN']));
    expect(tallies).toEqual({
      SSN: { support: 0, found: 1, neutral: 0, exact: 0, overlap: 0, hidden: 0 },
    });
  });
});

describe('kinds are scored under the nine of the specification', () => {
  it.each([
    ['PHONE', 'PHONE'],
    ['FAX', 'PHONE'],
    ['CREDIT_CARD', 'ACCOUNT'],
    ['IBAN', 'ACCOUNT'],
    ['ZIP', 'ADDRESS'],
    ['DATE', null],
    ['LICENSE', null],
  ])('%s as %s', (kind, expected) => {
    expect(kind9Of(kind)).toBe(expected);
  });

  it('takes a row that tests one recogniser for the kinds that recogniser is labelled with', () => {
    const row = (recogniser: string | undefined, spans: LabelledRow['spans']): LabelledRow => ({
      id: 'x',
      text,
      spans,
      recogniser,
    });
    const negative = row('us_ssn', []);
    const rows = [row('us_ssn', [label(0, 4, 'SSN')]), negative, row('npi', [label(0, 4, null)])];
    const kindsOf = labelledKinds(rows);
    expect(kindsOf(negative)).toEqual(new Set(['SSN']));
    expect(kindsOf(row('npi', []))).toEqual(new Set());
    expect(kindsOf(row(undefined, []))).toEqual(all);
  });
});

describe('in the view of all kinds', () => {
  it.each([
    ['ZIP', 'ADDRESS', 'ZIP'],
    ['DATE', null, 'DATE'],
    ['CVV', null, 'CREDIT_CARD'],
    ['OTHER_ID', null, 'ACCOUNT'],
    ['EMPLOYER', null, 'ORGANIZATION'],
    ['TITLE', null, null],
    ['NAME', null, null],
    ['PHONE', 'PHONE', 'PHONE'],
  ])('a label %s that folds to %s counts as %s', (kind, kind9, expected) => {
    expect(allKindView.ofLabel({ kind, kind9 })).toBe(expected);
  });

  it('a finer kind is wanted, and answered by itself alone', () => {
    const spans = [{ start: 5, end: 13, kind: 'FAX', kind9: 'PHONE' }];
    const kinds = new Set(allKindView.kinds);
    const found = [hit(5, 13, 'PHONE')];
    const { tallies, unhidden } = scoreText({ text, spans }, found, kinds, allKindView);
    expect(tallies['FAX']).toMatchObject({ support: 1, overlap: 0, hidden: 1 });
    expect(tallies['PHONE']).toMatchObject({ support: 0, found: 1 });
    expect(unhidden).toEqual([]);
  });
});
