import { describe, expect, it } from 'vitest';
import { readTokenAt, tokenShape } from '../../../server/rehydrate/token-candidate.ts';

const twenty = '0123456789ABCDEFGHJK';

describe('token-shaped text', () => {
  it.each([
    ['TOK1.', 5, 'UNKNOWN', false, true],
    ['TOK1.PHO', 8, 'UNKNOWN', false, true],
    ['TOK1.phone.', 11, 'PHONE', true, true],
    ['TOK1.PHONE.K1.', 14, 'PHONE', true, true],
    ['TOK1.PHONE.K1.A', 15, 'PHONE', true, true],
    ['TOK1.PHONE.K1.A.', 15, 'PHONE', true, false],
    ['TOK1.PHONE.K1.AU', 15, 'PHONE', true, false],
    ['TOK1.99.K1.A', 12, 'UNKNOWN', true, true],
    ['TOK1.99.K1.', 11, 'UNKNOWN', false, true],
    ['TOK1..K1.A', 10, 'UNKNOWN', false, false],
    ['TOK1.PHONE.K1.ATOK1.', 15, 'PHONE', true, false],
    ['TOK1.PHONE.TOK1.', 11, 'PHONE', true, false],
    ['TOK1. PHONE. K1. then', 16, 'PHONE', true, true],
    ['TOK1. PHONE. K1. 5551234567', 16, 'PHONE', true, true],
    [`TOK1. PHONE. K1. ${twenty}`, 37, 'PHONE', true, true],
    ['TOK1. PHONE. Then', 12, 'PHONE', true, true],
    ['Tok1. Phone. Then', 17, 'UNKNOWN', false, true],
    [`tok1. phone. k1. ${twenty}`, 37, 'PHONE', true, true],
    [`TOK1.PHONE.K1.${twenty}\nAnd`, 34, 'PHONE', true, true],
    ['TOK1.PHONE.K1.0123\nAnd', 18, 'PHONE', true, true],
    [`TOK1.PHONE.K1.${twenty.slice(0, 9)}\n${twenty.slice(9)}`, 35, 'PHONE', true, true],
    ['TOK1.PHONE\nThen', 15, 'UNKNOWN', false, false],
  ])('%j', (written, length, kind, token, open) => {
    expect(tokenShape(written)).toEqual({ length, kind, token, open });
  });
});

describe('design D10: the characters read from a retyped token', () => {
  it.each([
    ['TOK1.A', 'TOK1.A', true],
    ['TOK1\\.A\\_B\\-C\\', 'TOK1.A_B-C', true],
    ['TOK1\\\\.A\\\\_B', 'TOK1.A_B', true],
    ['TOK1.A\\B', 'TOK1.A', false],
    ['TOK1.A\\\\\\\\\\_B', 'TOK1.A', false],
    ['TOK1. A.\tB.\r\nC', 'TOK1.A.B.C', true],
    ['TOK1.  A', 'TOK1.', false],
    ['TOK1.A\nB\r\nC\rD', 'TOK1.ABCD', true],
    ['TOK1.A\n\nB', 'TOK1.A', false],
    ['TOK1.A B', 'TOK1.A', false],
    ['TOK1\n.A', 'TOK1', false],
    ['TOK1.A.B.C.D', 'TOK1.A.B.C.', false],
    ['TOK1.Ä', 'TOK1.', false],
  ])('%j', (text, characters, open) => {
    expect(readTokenAt(text, 0)).toMatchObject({ characters, open });
  });

  it('maps each character to the text that it covers', () => {
    const { lengthOf, lengthOfToken } = readTokenAt('so TOK1\\.A\\_B. \r\nC', 3);
    expect([0, 4, 5, 6, 7, 8, 9].map(lengthOfToken)).toEqual([0, 4, 6, 7, 9, 10, 11]);
    expect(lengthOf(10)).toBe(12);
  });
});
