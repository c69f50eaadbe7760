import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeDetections } from '../../../server/detect/merge-detections.ts';
import type { Detection } from '../../../server/domain/detection.ts';
import { foundBy } from '../../support/found-by.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { policyOf } from './policies.ts';

const kinds = ['PHONE', 'SSN', 'NAME', 'MRN'];
const policy = policyOf(kinds, { SSN: { confidenceThreshold: 0 } });

function at(
  kind: string,
  [start, end]: readonly [number, number],
  score: number,
  detector = `regex.${kind.toLowerCase()}`,
): Detection {
  return { kind, start, end, score, ...foundBy(detector, score) };
}

describe('one winner per character', () => {
  it('a word that the policy always masks wins, but not over a longer value that is masked', () => {
    const word = at('MRN', [4, 9], 1, 'policy.always');
    const [stated, mail] = [at('PHONE', [4, 9], 1, 'structure.csv'), at('PHONE', [2, 20], 0.9)];
    expect(mergeDetections([[stated], [word]], policy)).toEqual([word]);
    expect(mergeDetections([[word], [mail]], policy)).toEqual([mail]);
    const torn = policyOf(kinds, { PHONE: { action: 'passthrough' } });
    expect(mergeDetections([[mail], [word]], torn)).toContainEqual(word);
  });

  it('a word that the policy always masks takes the parts of a name', () => {
    const word = at('NAME', [0, 8], 1, 'policy.always');
    const name = { ...at('NAME', [0, 8], 0.9, 'ner.name'), parts: [[4, 8]] as const };
    expect(mergeDetections([[word], [name]], policy)).toEqual([{ ...word, parts: [[4, 8]] }]);
  });

  it('a name that a pattern found longer keeps the parts that the model knows', () => {
    const longer = at('NAME', [0, 19], 0.9, 'regex.word-name');
    const named = { ...at('NAME', [7, 19], 0.8, 'ner'), parts: [[7, 12]] as const };
    expect(mergeDetections([[longer], [named]], policy)).toEqual([{ ...longer, parts: [[7, 12]] }]);
  });

  it('a known value is not torn out of a longer value that a pattern found', () => {
    const known = at('PHONE', [4, 9], 0.8, 'consistency');
    const [longer, other] = [at('MRN', [2, 20], 0.7), at('PHONE', [6, 12], 0.8, 'consistency')];
    expect(mergeDetections([[longer], [known, other]], policy)).toEqual([longer]);
    const [guessed, weak] = [at('NAME', [2, 20], 0.7, 'ner'), at('MRN', [2, 20], 0.4)];
    expect(mergeDetections([[guessed], [known]], policy)).toContainEqual(known);
    expect(mergeDetections([[weak], [known]], policy)).toContainEqual(known);
    const inClear = policyOf(kinds, { MRN: { action: 'passthrough' } });
    expect(mergeDetections([[longer], [known]], inClear)).toContainEqual(known);
  });

  it('a street or place that a pattern found in the name of an organization is part of that name', () => {
    const name = at('ORGANIZATION', [8, 28], 0.9, 'ner');
    const [street, further] = [at('ADDRESS', [8, 19], 0.9), at('ADDRESS', [4, 19], 0.9)];
    const named = policyOf(['ADDRESS', 'ORGANIZATION']);
    expect(mergeDetections([[street], [name]], named)).toEqual([name]);
    expect(mergeDetections([[further], [name]], named)).toContainEqual(further);
    const inClear = policyOf(['ADDRESS', 'ORGANIZATION'], {
      ORGANIZATION: { action: 'passthrough' },
    });
    expect(mergeDetections([[street], [name]], inClear)).toContainEqual(street);
  });

  it('a pattern that holds a number of the model keeps its ends and its kind, as sure as the surer one', () => {
    const [number, weak] = [at('PHONE', [4, 9], 0.99, 'ner'), at('SSN', [0, 11], 0.4)];
    expect(mergeDetections([[weak], [number]], policy)).toEqual([
      { ...weak, score: 0.99, strength: 'strong' },
    ]);
  });

  it('a pattern that goes by the form alone gives a number of the model its ends, not its kind', () => {
    const [number, guess] = [at('PHONE', [4, 9], 0.99, 'ner'), at('MRN', [0, 11], 0.2)];
    expect(mergeDetections([[guess], [number]], policy)).toEqual([
      { ...number, start: 0, end: 11 },
    ]);
  });

  it.each([
    ['RX y luego 7740218', 'nothing of what stands before it', []],
    ['dash a 7740218', 'a letter', ['dash a']],
  ])('of a number around another one is kept (%s): %s', (text, _, rest) => {
    const known = at('MRN', [text.length - 7, text.length], 0.9);
    const around = at('PHONE', [0, text.length], 0.8, 'ner');
    const found = mergeDetections([[known], [around]], policy, text);
    expect(found.slice(0, -1).map(({ start, end }) => text.slice(start, end))).toEqual(rest);
  });

  it('the stronger detection wins an overlap', () => {
    const [phone, ssn] = [at('PHONE', [0, 11], 0.5), at('SSN', [0, 11], 0.9)];
    expect(mergeDetections([[phone, ssn]], policy)).toEqual([ssn]);
  });

  it('the longer of two equal detections wins an overlap', () => {
    const [phone, mrn] = [at('PHONE', [0, 9], 0.5), at('MRN', [0, 11], 0.5)];
    expect(mergeDetections([[phone], [mrn]], policy)).toEqual([mrn]);
  });

  it('the kind that the policy names first wins when nothing else decides', () => {
    const [phone, mrn] = [at('PHONE', [0, 9], 0.5), at('MRN', [0, 9], 0.5)];
    expect(mergeDetections([[mrn], [phone]], policy)).toEqual([phone]);
  });

  it('a validated pattern wins over the model', () => {
    const [ssn, name] = [at('SSN', [0, 11], 0.85), at('NAME', [0, 20], 0.99, 'ner.name')];
    expect(mergeDetections([[name], [ssn]], policy)).toEqual([ssn, { ...name, start: 11 }]);
  });

  it('the model never wins for a kind whose `ner` is off', () => {
    const own = policyOf(kinds, { NAME: { ner: false } });
    expect(mergeDetections([[at('NAME', [0, 20], 0.99, 'ner')]], own)).toEqual([]);
  });

  it('the model wins over a weak pattern', () => {
    const [mrn, name] = [at('MRN', [0, 11], 0.4), at('NAME', [0, 11], 0.9, 'ner.name')];
    expect(mergeDetections([[mrn], [name]], policy)).toEqual([name]);
  });

  it('the loser keeps what the winner does not cover, unless the rest is too short to mean anything', () => {
    const winner = at('SSN', [5, 10], 0.9);
    expect(mergeDetections([[winner, at('MRN', [0, 12], 0.5)]], policy)).toEqual([
      at('MRN', [0, 5], 0.5),
      winner,
    ]);
  });

  it('a loser of known text keeps only letters and digits, and a weak loser only numbers', () => {
    const winner = at('SSN', [4, 10], 0.9);
    const rests = (loser: Detection, text: string) =>
      mergeDetections([[winner, loser]], policy, text).filter(({ kind }) => kind === loser.kind);
    expect(rests(at('MRN', [0, 12], 0.3), 'mrn 123456, x')).toEqual([]);
    expect(rests(at('MRN', [0, 12], 0.3), '12, 123456, x')).toEqual([at('MRN', [0, 2], 0.3)]);
    expect(rests(at('MRN', [0, 19], 0.3), 'mrn 123456 two four')).toEqual([
      at('MRN', [11, 19], 0.3),
    ]);
    expect(rests(at('NAME', [0, 12], 0.9, 'ner.name'), 'Ana 123456')).toEqual([
      at('NAME', [0, 3], 0.9, 'ner.name'),
    ]);
  });

  it('a place is found in full where pattern and model each find a part of it', () => {
    const own = policyOf(['NAME', 'LOCATION']);
    const city = at('LOCATION', [8, 19], 0.7);
    const model = at('LOCATION', [3, 19], 0.8, 'ner');
    expect(mergeDetections([[city], [model]], own)).toEqual([{ ...city, start: 3 }]);
  });

  it('overlapping detections of one kind are joined', () => {
    const merged = mergeDetections(
      [[at('PHONE', [0, 8], 0.5)], [at('PHONE', [4, 12], 0.9)]],
      policy,
    );
    expect(merged).toEqual([at('PHONE', [0, 12], 0.9)]);
  });

  it('each value of a list is found where the model takes the list for one value', () => {
    const values = [at('PHONE', [0, 8], 0.85), at('PHONE', [10, 18], 0.6)];
    const model = at('PHONE', [0, 28], 0.9, 'ner');
    expect(mergeDetections([values, [model]], policy)).toEqual([
      ...values,
      { ...model, start: 18 },
    ]);
    const text = '555-0100, 555-0101, 555 01O2';
    expect(mergeDetections([values, [model]], policy, text)).toEqual([
      ...values,
      { ...model, start: 20 },
    ]);
  });

  it('a list of words is one detection where the words may belong together', () => {
    const own = policyOf(['ADDRESS']);
    const street = at('ADDRESS', [0, 8], 0.85);
    const [zip, model] = [at('ADDRESS', [10, 15], 0.9), at('ADDRESS', [0, 15], 0.9, 'ner')];
    expect(mergeDetections([[street, zip], [model]], own)).toEqual([{ ...zip, start: 0 }]);
  });

  it('words that only join the values of a list are not masked', () => {
    const values = [at('PHONE', [0, 8], 0.85), at('PHONE', [13, 21], 0.6)];
    const merge = (text: string) =>
      mergeDetections([values, [at('PHONE', [0, text.length], 0.9, 'ner')]], policy, text);
    expect(merge('555-0100 and 555-0101')).toEqual(values);
    expect(merge('555-0100 one 555-0101')).toHaveLength(3);
  });

  it('a validated pattern keeps its detector where the model finds more of the value', () => {
    const pattern = at('PHONE', [0, 12], 0.6);
    const [model, rival] = [at('PHONE', [0, 14], 0.9, 'ner'), at('MRN', [4, 14], 0.99, 'ner')];
    expect(mergeDetections([[pattern], [model, rival]], policy)).toEqual([{ ...pattern, end: 14 }]);
  });
});

describe('what is not wanted', () => {
  it('a model hit below the threshold of its kind is dropped (spec, confidence_threshold)', () => {
    expect(mergeDetections([[at('NAME', [0, 4], 0.59, 'ner.name')]], policy)).toEqual([]);
    expect(mergeDetections([[at('NAME', [0, 4], 0.6, 'ner.name')]], policy)).toHaveLength(1);
  });

  it('no pattern and no known value is dropped for its score', () => {
    const weak = [at('PHONE', [0, 9], 0.3), at('NAME', [10, 14], 0.1, 'consistency')];
    expect(mergeDetections([weak], policy)).toEqual(weak);
  });

  it('a kind that the policy does not know or has disabled is dropped', () => {
    const off = policyOf(['PHONE'], { PHONE: { enabled: false } });
    expect(mergeDetections([[at('PHONE', [0, 9], 1), at('VIN', [10, 19], 1)]], off)).toEqual([]);
  });
});

describe('merging', () => {
  const detection = fc
    .tuple(
      fc.constantFrom(...kinds),
      fc.nat(40),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(0.3, 0.6, 0.8, 0.9),
      fc.constantFrom('regex.x', 'ner.x', 'consistency'),
    )
    .map(([kind, start, length, score, detector]) =>
      at(kind, [start, start + length], score, detector),
    );
  const detections = fc.array(detection, { maxLength: 12 });

  it('a merge yields sorted spans without overlap', () => {
    fc.assert(
      fc.property(detections, (found) => {
        const merged = mergeDetections([found], policy);
        expect(merged.every(({ start }, index) => start >= (merged[index - 1]?.end ?? 0))).toBe(
          true,
        );
      }),
    );
  });

  it('a merge does not depend on the order of the lists', () => {
    fc.assert(
      fc.property(detections, (found) => {
        const spans = (list: readonly Detection[]) =>
          mergeDetections(
            list.map((one) => [one]),
            policy,
          );
        expect(spans(found.toReversed())).toEqual(spans(found));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('a merge leaves nothing uncovered that is long enough to mask', () => {
    fc.assert(
      fc.property(detections, (found) => {
        const wanted = mergeDetections([found], policyOf(kinds, thresholdFree));
        const covered = (position: number) =>
          wanted.some(({ start, end }) => start <= position && position < end);
        const gaps = found.map(({ start, end }) =>
          Array.from({ length: end - start }, (_, offset) =>
            covered(start + offset) ? ' ' : 'x',
          ).join(''),
        );
        expect(gaps.every((gap) => !gap.includes('xxx'))).toBe(true);
      }),
    );
  });

  it('a second merge changes nothing', () => {
    fc.assert(
      fc.property(detections, (found) => {
        const merged = mergeDetections([found], policy);
        expect(mergeDetections([merged], policy)).toEqual(merged);
      }),
    );
  });
});

const thresholdFree = Object.fromEntries(kinds.map((kind) => [kind, { confidenceThreshold: 0 }]));
