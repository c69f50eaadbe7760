import { describe, expect, it } from 'vitest';
import { shadowOf } from '../../../server/normalize/index.ts';
import { sparingTokens } from '../../../server/pipeline/own-tokens.ts';

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
    detector: 'test',
    canonical: 'found',
  };
  const utterance = { speaker: 'user' as const, text, shadow: shadowOf(text) };
  return sparingTokens([finding], { utterance }, isOwn).map((rest) =>
    text.slice(rest.start, rest.end),
  );
}

describe('a token of our own is no value, and what stands beside it still is (design D16)', () => {
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

  it('in whatever letter case it stands', () => {
    expect(left(`again ${own.toLowerCase()} please`, own.toLowerCase())).toEqual([]);
  });

  it('but what is merely shaped like one hides nothing', () => {
    expect(left(`again ${invented}`, 'JOHNSM1TH')).toEqual(['JOHNSM1TH']);
  });
});
