import { describe, expect, it } from 'vitest';
import { supportedKinds } from '../../../server/detect/index.ts';
import { shadowOf } from '../../../server/normalize/index.ts';
import { addForeignTokens, excludeOwnTokens } from '../../../server/pipeline/own-tokens.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import { foundBy } from '../../support/found-by.ts';

const own = 'TOK1.PHONE.K1.0123456789ABCDEFGHJK';
const invented = 'TOK1.PHONE.K1.JOHNSM1THSEVENTEENMA';
const isOwn = ({ payload }: { payload: string }) => own.endsWith(payload);

/** What is left of a finding over `found` in `text`. */
function left(text: string, found: string): readonly string[] {
  const start = text.indexOf(found);
  const finding = {
    kind: 'NAME',
    start,
    end: start + found.length,
    score: 1,
    ...foundBy('ner'),
    canonical: 'found',
  };
  const utterance = { speaker: 'user' as const, text, shadow: shadowOf(text) };
  return excludeOwnTokens([finding], { utterance }, isOwn).map((rest) =>
    text.slice(rest.start, rest.end),
  );
}

describe('our own token is no value, but text around it can be one (design D16)', () => {
  it.each<[string, string, readonly string[]]>([
    ['the token itself', own, []],
    ['a part of it', '6789', []],
    ['its kind', 'PHONE', []],
    ['a name in front of it', `Ann, ${own}`, ['Ann']],
    ['a name behind it', `${own} - Lee`, ['Lee']],
    ['names on both sides', `Ann, ${own} - Lee`, ['Ann', 'Lee']],
    ['punctuation with it', `${own} -`, []],
    ['a name apart from it', 'Bo', ['Bo']],
  ])('%s', (_, found, expected) => {
    expect(left(`So Ann, ${own} - Lee for Bo.`, found)).toEqual(expected);
  });

  it('our own token is recognized in any letter case', () => {
    expect(left(`again ${own.toLowerCase()} please`, own.toLowerCase())).toEqual([]);
  });

  it('text that merely looks like a token hides no value', () => {
    expect(left(`again ${invented}`, 'JOHNSM1TH')).toEqual(['JOHNSM1TH']);
  });
});

describe('a foreign token is redacted (design D16)', () => {
  const policyOf = (yaml: string) => {
    const decoded = decodePolicy(yaml, { kids: { has: () => true }, supportedKinds });
    if (!decoded.ok) throw new Error('the policy does not decode');
    return decoded.value.policy;
  };
  const redacted = (text: string, yaml = defaultPolicyYaml) => {
    const utterance = { speaker: 'user' as const, text, shadow: shadowOf(text) };
    const found = addForeignTokens([], { utterance }, isOwn, policyOf(yaml));
    return found.map(({ kind, start, end }) => [kind, text.slice(start, end)]);
  };

  it.each([
    ['one that the service did not make', 'PHONE', 'TOK1.PHONE.K9.9123456789ABCDEFGHJK'],
    ['one of letters alone', 'NAME', invented.replace('PHONE', 'NAME')],
    ['one with a number for a payload', 'SSN', 'TOK1.SSN.K1.536-48-1442'],
    ['one with a number amid its payload', 'PHONE', 'TOK1.PHONE.K1.2025550143AAAAAAAAAA'],
    ['one with a number for a key', 'PHONE', 'TOK1.PHONE.2025550143.X'],
    ['one with a number in its kind', 'PHONE', 'TOK1.N2025550143.K1.X'],
    ['one of a kind that the policy lacks', 'PHONE', 'TOK1.FAX.K1.9123456789ABCDEFGHJK'],
    ['many in a row', 'PHONE', `${'TOK1.PHONE.'.repeat(6)}X`],
  ])('%s', (_, kind, token) => {
    expect(redacted(`so ${token}. And ${own}, ${token}`)).toEqual([
      [kind, token],
      [kind, token],
    ]);
  });

  it.each([
    own,
    own.toLowerCase(),
    `${own}${own}`,
    'The form is TOK1.PHONE.K_2024.PAYLOAD.',
    'TOK1.PHONE. and then words',
    'Tok1. Phone. 2025550143',
  ])('does not redact %s', (text) => {
    expect(redacted(text)).toEqual([]);
  });

  it('does not redact a foreign token of a kind that the policy passes through', () => {
    const passing = defaultPolicyYaml.replace(/(PHONE: .*)tokenize/, '$1passthrough');
    expect(redacted('TOK1.PHONE.K9.9123456789ABCDEFGHJK', passing)).toEqual([]);
  });
});
