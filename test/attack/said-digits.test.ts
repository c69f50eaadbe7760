import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { supportedKinds } from '../../server/detect/index.ts';
import { createSearch } from '../../server/pipeline/detection.ts';
import { decodePolicy, defaultPolicyYaml } from '../../server/policy/index.ts';
import { countedDigits } from '../support/counted-digits.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { type SaidTurn, saidValue } from '../support/said-digits.ts';

const decoded = decodePolicy(defaultPolicyYaml, { kids: { has: () => true }, supportedKinds });
if (!decoded.ok) throw new Error('the default policy is not valid');
const policy = decoded.value;
const search = createSearch({ cachedCharacters: 1 });

/** How many digits of a value no finding covers. */
async function digitsLeft(turns: readonly SaidTurn[]): Promise<number> {
  const { texts } = await search(
    policy,
    turns.map(({ text, speaker }) => ({ text, speaker, place: 'turn' as const })),
  );
  return turns.flatMap(({ digits }, at) => {
    const found = texts[at]?.findings ?? [];
    return digits.filter(
      ([from, to]) => !found.some(({ start, end }) => start <= from && end >= to),
    );
  }).length;
}

const runs = propertyRuns(5000);
const seed = 20_261_128;
const mostHalf = 0.02;

describe('a value said digit by digit leaves neither whole nor by half, whatever stands between its digits', () => {
  it('in English and Spanish, in one turn and in many, drawn out, mistyped and as ordinals', async () => {
    const ways = { whole: [] as string[], half: [] as string[] };
    for (const { kind, way, turns } of fc.sample(saidValue, { numRuns: runs, seed })) {
      const left = await digitsLeft(turns);
      const all = turns.flatMap(({ digits }) => digits).length;
      if (left === all) ways.whole.push(`${kind}: ${way}`);
      else if (2 * left >= all) ways.half.push(`${kind}: ${way}`);
    }
    expect(ways.whole).toEqual([]);
    expect(ways.half.length, ways.half.join('\n')).toBeLessThanOrEqual(mostHalf * runs);
  }, 900_000);
});

describe('numbers that count, measure or name times and places are no value', () => {
  it.each(Object.entries(countedDigits))('%s', async (_, lines) => {
    for (const text of lines) {
      const { texts } = await search(policy, [{ text, speaker: 'user', place: 'turn' }]);
      expect(texts[0]?.findings).toEqual([]);
    }
  });
});

describe('what leaves', () => {
  let proxy: MemoryProxy;
  beforeAll(async () => {
    proxy = await memoryProxy();
  });

  it.each([
    'four, got it? one, got it? three, got it? five, got it? eight, got it? oh, got it? nine',
    "It's four. Then it's one. Then it's three. Then it's five. Then it's eight. Then it's oh. Then it's nine",
    'fourth first third fifth eighth sixth second',
    'el primer dígito es un cuatro, el segundo dígito es un uno, el tercero es un tres, el cuarto es un cinco, el quinto es un ocho, el sexto es un seis, el séptimo es un nueve',
  ])('is one token, from which the caller hears what was said: %s', async (said) => {
    const response = await proxy.say(`well ${said} thanks`);
    expect(response.statusCode).toBe(200);
    const [message] = JSON.parse(proxy.forwarded.at(-1) ?? '').messages;
    expect(message.content.replace(/TOK1(?:\.\w+){3}/g, 'X')).toMatch(
      /^well (?:el primer dígito es (?:un )?|It's )?X thanks$/,
    );
    expect(response.json().choices[0].message.content).toBe(`You said: well ${said} thanks`);
  });
});
