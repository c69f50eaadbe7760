import { describe, expect, it } from 'vitest';
import type { LiveCall } from '../../../server/calls/live-call.ts';
import { lazyUtterance } from '../../../server/pipeline/detection-passes.ts';
import { propagateKnownValues } from '../../../server/pipeline/propagate-known-values.ts';
import { foundBy } from '../../support/found-by.ts';
import { policyOf } from '../detect/policies.ts';

const text = 'ask for quennell';
const surname = { kind: 'NAME', start: 8, end: 16, score: 0.9, ...foundBy('ner') } as const;
const utterance = lazyUtterance(text, 'user');
const searched = { key: 'key', digest: 'digest', text, utterance, alone: [], inClear: [] };
const half = { ...surname, canonical: 'quennell', isHalf: true } as const;

describe('a known value (design D5)', () => {
  it('a known value is found where it was half of a longer value whose rest is gone', async () => {
    const call: Pick<LiveCall, 'known' | 'knownKeys' | 'knownValueHits' | 'notPrivate'> = {
      known: [{ kind: 'NAME', canonical: 'quennell', surface: 'Quennell' }],
      knownKeys: new Set(['NAME\0quennell']),
      knownValueHits: new Map(),
      notPrivate: [],
    };
    const policy = policyOf(['NAME']);
    await propagateKnownValues(call, [{ ...searched, findings: [half] }], policy);
    const [found] = await propagateKnownValues(call, [{ ...searched, findings: [] }], policy);
    expect(found).toMatchObject([{ kind: 'NAME', start: 8, end: 16 }]);
  });

  it.each([
    ['is found by a word that names by itself', [[4, 12]], [{ kind: 'NAME', start: 8, end: 16 }]],
    ['is not found by a word that another kind has taken', [[14, 22]], []],
  ] as const)('%s', async (_why, parts, expected) => {
    const call = {
      known: [],
      knownKeys: new Set<string>(),
      knownValueHits: new Map(),
      notPrivate: [],
    };
    const policy = policyOf(['NAME']);
    const whole = { ...surname, start: 0, end: 12, canonical: 'ida quennell', parts };
    const said = { ...searched, key: 'said', text: 'Ida Quennell, Quennell.', findings: [whole] };
    const again = { ...searched, findings: [] };
    const [, found] = await propagateKnownValues(call, [said, again], policy);
    expect(found).toMatchObject(expected);
  });
});

describe('the mailbox of an e-mail address that the call knows', () => {
  const foundAfter = async (address: string, again: string) => {
    const call = {
      known: [],
      knownKeys: new Set<string>(),
      knownValueHits: new Map(),
      notPrivate: [],
    };
    const whole = {
      kind: 'EMAIL',
      start: 0,
      end: address.length,
      score: 1,
      ...foundBy('regex.email'),
    };
    const turns = [address, again].map((said, at) => ({
      ...searched,
      key: said,
      text: said,
      utterance: lazyUtterance(said, 'user'),
      findings: at === 0 ? [{ ...whole, canonical: address }] : [],
    }));
    const [, found = []] = await propagateKnownValues(call, turns, policyOf(['EMAIL']));
    return found.map(({ start, end }) => again.slice(start, end));
  };

  it('is found where it is said alone', async () => {
    expect(await foundAfter('t.quennell79@example.com', 'Was that t.quennell79?')).toEqual([
      't.quennell79',
    ]);
  });

  it('but no name or word of a sentence', async () => {
    expect(await foundAfter('ida.quennell@example.com', 'it is Ida Quennell')).toEqual([]);
    expect(await foundAfter('appointments@example.com', 'no appointments today')).toEqual([]);
  });
});

describe('a value that a person marked as not private (decision 0084)', () => {
  const text = 'Ida Quennell, or quennell';
  const utterance = lazyUtterance(text, 'user');
  const parts: [number, number][] = [
    [0, 3],
    [4, 12],
  ];
  const whole = { ...surname, start: 0, end: 12, canonical: 'ida quennell', parts };
  const word = { ...surname, start: 17, end: 25, canonical: 'quennell' };
  const between = { ...surname, kind: 'MRN', start: 14, end: 16, canonical: 'or' };

  it.each([
    ['is dropped, with its words', [whole], []],
    ['leaves a word that detection found by itself', [whole, word], [17]],
    ['stays where the policy itself names it', [{ ...whole, ...foundBy('policy.always') }], [0]],
    ['stays as a piece of a longer value', [{ ...whole, isHalf: true as const }], [0]],
    ['stays next to another value', [whole, between], [0, 14, 17]],
  ])('%s', async (_what, findings, starts) => {
    const call = { known: [], knownKeys: new Set<string>(), knownValueHits: new Map() };
    const policy = policyOf(['NAME', 'MRN']);
    const said = { ...searched, text, utterance };
    await propagateKnownValues(
      { ...call, notPrivate: [] },
      [{ ...said, findings: [whole] }],
      policy,
    );
    const marked = { ...call, notPrivate: [whole] };
    const [found] = await propagateKnownValues(marked, [{ ...said, findings }], policy);
    expect(found?.map(({ start }) => start)).toEqual(starts);
  });
});
