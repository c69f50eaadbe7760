import { describe, expect, it } from 'vitest';
import { verdictStrings as words } from '../../../../renderer/overview/strings.ts';
import { type VerdictFacts, verdictOf } from '../../../../renderer/overview/verdict.ts';

const range = 'in the last 24 hours';
const quiet: VerdictFacts = {
  range,
  total: { calls: 45, calls_by_status: { ok: 45 }, calls_with: { nothing_found: 45 } },
  attention: [],
  chain: 'verified',
};

describe('the verdict', () => {
  it.each<[string, Partial<VerdictFacts>, string, string]>([
    [
      'nothing happened',
      {},
      'good',
      '45 calls in the last 24 hours. Nothing got out. Nothing needs you.',
    ],
    [
      'nobody called',
      { total: { calls: 0, calls_by_status: {}, calls_with: {} } },
      'plain',
      'No calls in the last 24 hours. Nothing needs you.',
    ],
    [
      'one leak was stopped, and the call failed for it',
      {
        total: {
          calls: 45,
          calls_by_status: { ok: 44, error: 1 },
          calls_with: { nothing_found: 44, stopped: 1 },
        },
        attention: [
          { about: 'keys_not_stored' },
          { about: 'agreement_missing', names: ['openai'] },
        ],
      },
      'warn',
      '45 calls in the last 24 hours. One leak was stopped before it was sent. Nothing got out. One call got no complete reply. Two things need you.',
    ],
    [
      'something may have been sent',
      {
        total: { ...quiet.total, calls_with: { may_have_been_sent: 2, stopped: 3 } },
        attention: [{ about: 'may_have_been_sent', count: 2 }],
      },
      'bad',
      '45 calls in the last 24 hours. Three leaks were stopped before they were sent. Two calls may have sent an identifier. One thing needs you.',
    ],
  ])('when %s', (_, change, tone, text) => {
    const { tone: found, sentences } = verdictOf({ ...quiet, ...change });
    expect([found, sentences.join(' ')]).toEqual([tone, text]);
  });

  const counts = [0, 1, 12];
  const outcomes = ['may_have_been_sent', 'by_policy', 'unreadable', 'not_recorded'] as const;
  const abouts = ['names_not_checked', 'language_not_covered'] as const;
  const things = ['journal_gap', 'unavailable', 'disk_low'] as const;

  const each = <T, R>(some: readonly T[], of: (one: T) => readonly R[]): readonly R[] =>
    some.flatMap(of);

  /** What happened to calls: how many, stopped leaks, failures, and one thing that got out or was not checked. */
  const happened = each(counts, (calls) =>
    each(counts, (stopped) =>
      each(counts, (error) =>
        each([...outcomes, ...abouts, undefined], (out) =>
          [1, 12].map((count) => ({ calls, stopped, error, out, count })),
        ),
      ),
    ),
  );
  /** What is known of the record and the service. */
  const known = each([...things, undefined], (thing) =>
    (['verified', 'broken', 'not_verified'] as const).map((chain) => ({ thing, chain })),
  );
  const combinations = each(happened, (one) => known.map((other) => ({ ...one, ...other })));

  function factsOf({ calls, stopped, error, out, count, thing, chain }: (typeof combinations)[0]) {
    const isOutcome = outcomes.some((outcome) => outcome === out);
    return {
      range,
      total: {
        calls,
        calls_by_status: { error },
        calls_with: { stopped, ...(isOutcome && { [String(out)]: count }) },
      },
      attention: [
        ...abouts.filter((about) => about === out).map((about) => ({ about, count })),
        ...(thing === undefined ? [] : [{ about: thing }]),
      ],
      chain,
    };
  }

  it.each([
    ['green', true],
    ['not green', false],
  ])('is %s by right, over all combinations', (_, isGreen) => {
    const found = combinations.filter(
      ({ calls, error, out, thing, chain }) =>
        (calls > 0 && error === 0 && !out && !thing && chain === 'verified') === isGreen,
    );
    expect(found.length).toBeGreaterThan(2);
    for (const one of found) expect(verdictOf(factsOf(one)).tone === 'good').toBe(isGreen);
  });

  it('says that nothing got out only where everything was looked at and recorded', () => {
    for (const one of combinations) {
      const { calls, out, thing, chain } = one;
      const isClean = calls > 0 && !out && thing !== 'journal_gap' && chain !== 'broken';
      expect(verdictOf(factsOf(one)).sentences.includes(words.nothingOut)).toBe(isClean);
    }
  });

  it('is red where something may have been sent or the record is broken, in whole sentences', () => {
    for (const one of combinations) {
      const { tone, sentences } = verdictOf(factsOf(one));
      if (one.out === 'may_have_been_sent' || one.chain === 'broken') expect(tone).toBe('bad');
      expect(sentences.every((sentence) => /^[A-Z0-9].*\.$/.test(sentence))).toBe(true);
      expect(sentences.at(-1)).toBe(words.things(factsOf(one).attention.length));
    }
  });
});
