import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalValue } from '../../../server/domain/detection.ts';
import { syntheticScheme } from '../../../server/tokenize/index.ts';
import { laplaceNoise, readDate, writeDate } from '../../../server/tokenize/surrogates.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { kid, replaced, tokenKit } from '../../support/token-kit.ts';

function scheme(callId = 'sess_1', epsilon = 0.5) {
  return syntheticScheme({ keyring: tokenKit().keyring, kid, callId, epsilon });
}

function value(kind: string, surface: string) {
  return { kind, surface, canonical: canonicalValue(kind, surface) };
}

const forms: readonly (readonly [kind: string, surface: string, form: RegExp])[] = [
  ['NAME', 'Maria Lopez', /^[A-Z]\S+ [A-Z].+$/],
  ['NAME', 'maria', /^[a-z'-]+$/],
  ['PHONE', '(212) 555-0147', /^\(\d{3}\) 555-01\d\d$/],
  ['PHONE', '+1 212 555 0147', /^\+1 \d{3} 555 01\d\d$/],
  ['PHONE', '555-0147', /^555-01\d\d$/],
  ['FAX', '212.555.0147', /^\d{3}\.555\.01\d\d$/],
  ['SSN', '123-45-6789', /^9\d\d-\d\d-\d{4}$/],
  ['EMAIL', 'maria@example.com', /^\S+@example\.(com|net|org)$/],
  ['DOB', '1975-03-14', /^19\d\d-\d\d-\d\d$/],
  ['DOB', '03/14/1975', /^\d\d\/\d\d\/19\d\d$/],
  ['DATE', 'March 14, 1975', /^[A-Z][a-z]+ \d{1,2}, 19\d\d$/],
  ['DATE', 'the ides of march', /^[a-z]+ \d{1,2}, \d{4}$/],
  ['AGE_OVER_89', '94', /^(9\d|10\d|110)$/],
  ['ADDRESS', '12 Elm Street', /^\d+ .+$/],
  ['ADDRESS', '12 Elm Street, Springfield, IL 62701', /^\d+ .+, .+, [A-Z]{2} \d{5}$/],
  ['LOCATION', 'Springfield', /^[A-Z].+$/],
  ['IP_ADDRESS', '198.51.100.7', /^203\.0\.113\.\d+$/],
  ['IP_ADDRESS', '2001:db8::1', /^2001:db8::[0-9a-f]{4}$/],
  ['URL', 'https://patient.example.com/', /^https:\/\/\S+\.example\.com\/$/],
  ['MRN', 'MRN-004417', /^[A-Z]{3}-\d{6}$/],
  ['ACCOUNT', 'a12-b', /^[a-z]\d\d-[a-z]$/],
  ['ZIP', '62701', /^\d{5}$/],
];

describe('spec, synthetic: a realistic but fake value of the same kind', () => {
  it.each(forms)('%s in the form of %s', async (kind, surface, form) => {
    const [fake = ''] = await replaced(scheme(), [value(kind, surface)]);
    expect(fake).toMatch(form);
    expect(fake).not.toBe(surface);
  });

  it.each([
    ['NAME', 'Maria Lopez', 'Jeremy Peterson'],
    ['NAME', 'maria', 'noel'],
    ['PHONE', '+1 212 555 0147', '+1 610 555 0105'],
    ['SSN', '123-45-6789', '910-79-9450'],
    ['EMAIL', 'maria@example.com', 'janice.davis17@example.com'],
    ['DOB', '03/14/1975', '01/27/1975'],
    ['DATE', 'the ides of march', 'august 31, 1974'],
    ['AGE_OVER_89', '94', '90'],
    [
      'ADDRESS',
      '12 Elm Street, Springfield, IL 62701',
      '6146 Hazelcombe Circle, Kingsmere, OH 72145',
    ],
    ['LOCATION', 'Springfield', 'Valleyville'],
    ['IP_ADDRESS', '198.51.100.7', '203.0.113.239'],
    ['IP_ADDRESS', '2001:db8::1', '2001:db8::8a32'],
    ['URL', 'https://patient.example.com/', 'https://rockside-lindenshire.example.com/'],
    ['MRN', 'MRN-004417', 'CTL-194097'],
  ])('is the same in every version: %s %s', async (kind, surface, fake) => {
    expect(await replaced(scheme(), [value(kind, surface)])).toEqual([fake]);
  });

  it('two names of a call seldom get one fake', async () => {
    const names = Array.from({ length: 40 }, (_, at) => value('NAME', `Person${at}`));
    const fakes = await replaced(scheme(), names);
    expect(new Set(fakes).size).toBeGreaterThan(36);
  });

  it('writes a spoken number in digits', async () => {
    const spoken = { kind: 'PHONE', canonical: '2125550147', surface: 'two one two five' };
    expect((await replaced(scheme(), [spoken]))[0]).toMatch(/^\d{3}-555-01\d\d$/);
  });

  it('is not rehydratable', () => {
    expect(scheme().reversible).toBe(false);
  });

  it('gives one value one fake within a call, and others in other calls', async () => {
    const maria = value('NAME', 'Maria Lopez');
    const here = await replaced(scheme('sess_1'), [maria, { ...maria, surface: 'Maria Lopez' }]);
    expect(here[1]).toBe(here[0]);
    expect(await replaced(scheme('sess_1'), [maria])).toEqual([here[0]]);
    expect(await replaced(scheme('sess_2'), [maria])).not.toEqual([here[0]]);
  });

  it('never equals the real value, nor shares a word with a name', async () => {
    const kinds = [...new Set(forms.map(([kind]) => kind))];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom('90', '5', 'a', '—')),
        async (kind, surface) => {
          const real = value(kind, surface);
          const [fake = ''] = await replaced(scheme(), [real]);
          expect(fake).not.toBe(surface);
          expect(canonicalValue(kind, fake)).not.toBe(real.canonical);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
    const names = ['James', 'Mary Smith', 'Linda Johnson'].map((name) => value('NAME', name));
    for (let call = 0; call < 50; call += 1) {
      const fakes = await replaced(scheme(`sess_${call}`), names);
      expect(fakes.join(' ')).not.toMatch(/\b(James|Mary Smith|Linda Johnson)\b/);
    }
  });
});

describe('design D14: dates and numbers are perturbed under epsilon', () => {
  it('moves dates by whole days, further for a smaller epsilon', async () => {
    const spread = async (epsilon: number): Promise<number> => {
      const real = readDate('1975 03 14')?.day ?? 0;
      const fakes = await Promise.all(
        Array.from({ length: 60 }, async (_, call) => {
          const [fake = ''] = await replaced(scheme(`c${call}`, epsilon), [
            value('DOB', '1975-03-14'),
          ]);
          return Math.abs((readDate(fake.replaceAll('-', ' '))?.day ?? 0) - real);
        }),
      );
      return fakes.reduce((sum, days) => sum + days, 0) / fakes.length;
    };
    expect(await spread(10)).toBeLessThan((await spread(0.5)) / 4);
  });

  it('draws Laplace noise of scale sensitivity / epsilon, never zero', () => {
    expect(laplaceNoise(() => 0.5, 30, 0.5)).not.toBe(0);
    const draws = Array.from({ length: 9999 }, (_, i) =>
      laplaceNoise(() => (i + 1) / 10_000, 30, 0.5),
    );
    const mean = draws.reduce((sum, draw) => sum + Math.abs(draw), 0) / draws.length;
    expect(mean).toBeGreaterThan(58);
    expect(mean).toBeLessThan(62);
    expect(laplaceNoise(() => 0, 30, 0.5)).toBeGreaterThan(-5000);
  });

  it.each([
    ['1975 03 14', '1975-03-14'],
    ['3 14 75', '03/14/1975'],
    ['03 14 1975', '03/14/1975'],
    ['march 14 1975', 'March 14, 1975'],
    ['mar 14th 1975', 'March 14, 1975'],
    ['14 of march 1975', 'March 14, 1975'],
    ['13 13 1975', undefined],
    ['2 30 1975', undefined],
    ['foo 14 1975', undefined],
    ['march', undefined],
  ])('reads the date %j', (canonical, written) => {
    const date = readDate(canonical);
    expect(date && writeDate(date)).toBe(written);
  });
});
