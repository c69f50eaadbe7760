import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aeadPayloadLength,
  findTokenStart,
  foldToken,
  formatToken,
  maxAeadBlocks,
  maxTokenLength,
  parseToken,
  tokenCuts,
  tokenSpans,
} from '../../../server/domain/token.ts';
import { decodeCrockford, encodeCrockford } from '../../../server/shared/crockford.ts';

const payload = '0123456789ABCDEFGHJK';
const token = { kind: 'PHONE', kid: 'K_HEALTHCARE', payload };

describe('design D10: TOK1.<KIND>.<kid>.<payload>', () => {
  it('reads back what it writes', () => {
    expect(formatToken(token)).toBe(`TOK1.PHONE.K_HEALTHCARE.${payload}`);
    expect(parseToken(formatToken(token))).toEqual(token);
  });

  it('is read in any letter case, and O as 0, I and L as 1', () => {
    expect(parseToken('tok1.phone.k_healthcare.oi23456789abcdefghjk')).toEqual({
      kind: 'PHONE',
      kid: 'k_healthcare',
      payload,
    });
    expect(parseToken('T0KL.PHONE.K_HEALTHCARE.OL23456789ABCDEFGHJK')).toEqual(token);
  });

  it.each([
    ['a payload one symbol short', `TOK1.PHONE.K1.${payload.slice(1)}`],
    ['a payload one symbol long', `TOK1.PHONE.K1.${payload}Z`],
    ['a letter that is no symbol', `TOK1.PHONE.K1.${payload.slice(1)}U`],
    ['a kind that begins with a digit', `TOK1.9PHONE.K1.${payload}`],
    ['no kind', `TOK1..K1.${payload}`],
    ['no kid', `TOK1.PHONE..${payload}`],
    ['text around it', ` TOK1.PHONE.K1.${payload}`],
    ['a full stop after it', `TOK1.PHONE.K1.${payload}.`],
    ['another version', `TOK2.PHONE.K1.${payload}`],
    ['nothing', ''],
  ])('is not a token with %s', (_, text) => {
    expect(parseToken(text)).toBeUndefined();
  });

  it('has a greatest length, which the longest token reaches', () => {
    const longest = {
      kind: 'A'.repeat(32),
      kid: 'k'.repeat(64),
      payload: '0'.repeat(aeadPayloadLength(maxAeadBlocks)),
    };
    expect(parseToken(formatToken(longest))).toEqual(longest);
    expect(formatToken(longest)).toHaveLength(maxTokenLength);
  });

  it('folds all spellings of a token into one', () => {
    expect(foldToken('tok1.Email.kil.oOiIlL')).toBe(foldToken('T0KI.EMA1L.K1I.001111'));
  });
});

describe('design D18: whether a text could still become a token', () => {
  it.each([
    ['hello', undefined],
    ['a cat', { at: 4, complete: false }],
    ['cost: to', { at: 6, complete: false }],
    ['cost: to me', undefined],
    ['TOK1', { at: 0, complete: false }],
    ['tok1.', { at: 0, complete: true }],
    ['TOK1\\', { at: 0, complete: false }],
    ['TOK1\\.', { at: 0, complete: true }],
    ['TOK1\\x', undefined],
    ['TTOK1.x', { at: 1, complete: true }],
    ['TOK2.', undefined],
    ['', undefined],
  ])('%j', (text, expected) => {
    expect(findTokenStart(text, 0)).toEqual(expected);
  });
});

describe('token-shaped text', () => {
  it('is cut at the lengths that tokens have', () => {
    const head = 'TOK1.PHONE.K1.';
    expect(tokenCuts(head + '0'.repeat(19))).toEqual([]);
    expect(tokenCuts(head + '0'.repeat(20))).toEqual([head + '0'.repeat(20)]);
    expect(tokenCuts(head + '0'.repeat(60)).map(({ length }) => length - head.length)).toEqual([
      52, 20,
    ]);
  });
});

describe('whole tokens in a text', () => {
  it('are found wherever they stand, with nothing of what is around them', () => {
    const written = formatToken(token);
    const text = `again ${written}. and TOK1.x, TOK1.PHONE.K1.short, then ${written}`;
    const found = tokenSpans(text, () => true).map(([start, end]) => text.slice(start, end));
    expect(found).toEqual([written, written]);
    expect(tokenSpans('to talk TOK TO', () => true)).toEqual([]);
  });
});

describe('Crockford base32', () => {
  it('decodes what it encodes, and has one spelling for every byte string', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const text = encodeCrockford(bytes);
        expect(decodeCrockford(text)).toEqual(bytes);
      }),
    );
    expect(decodeCrockford('01')).toBeUndefined();
    expect(decodeCrockford('000')).toBeUndefined();
    expect(decodeCrockford('0U')).toBeUndefined();
  });
});
