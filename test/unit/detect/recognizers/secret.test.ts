import { describe, expect, it } from 'vitest';
import { detectRegex } from '../../../../server/detect/index.ts';
import { secretRecognizer } from '../../../../server/detect/recognizers/secret.ts';
import { shadowOf } from '../../../../server/normalize/index.ts';
import { policyOf } from '../policies.ts';
import { type Case, found } from './found.ts';

const said: readonly Case[] = [
  ['a password', 'my password is hunter two', ['hunter two']],
  ['a password, then more', 'my password is hunter two and i want to log in', ['hunter two']],
  ['a written password', 'the password is Sunny-Harbor7.', ['Sunny-Harbor7']],
  ['a password in words', 'my password is blue horse seventeen', ['blue horse seventeen']],
  ['a password in quotes', 'password: "tulip garden", thanks', ['tulip garden']],
  ['a password with a filler', 'the password is um it is tulip garden', ['tulip garden']],
  ['a verbal password', 'my verbal password is bluebird 41', ['bluebird 41']],
  ['a PIN', 'the pin is four four one two', ['four four one two']],
  ['a PIN and its correction', 'pin is 4492 no sorry 4493', ['4492', '4493']],
  ['a passcode', 'passcode four four one two nine', ['four four one two nine']],
  ['a one-time code', 'one time code is 8 8 2 1 0 4', ['8 8 2 1 0 4']],
  ['an OTP', 'the otp is eight eight two one oh four', ['eight eight two one oh four']],
  ['a two-factor code', 'my two factor code is 882 104', ['882 104']],
  ['a code that was sent', 'the code you texted me is 882104', ['882104']],
  ['a code that a text brought', 'they sent me a code, 882104', ['882104']],
  ['a long security code', 'security code 882104', ['882104']],
  ['a card code', 'cvv is 123', ['123']],
  ['a card code by its place', 'the three digits on the back are one two three', ['one two three']],
  ['a maiden name', "my mother's maiden name is kowalczyk", ['kowalczyk']],
  ['a first pet', "my first pet's name was mister fluff", ['mister fluff']],
  ['a first pet, by another name', 'the name of my first dog was biscuit', ['biscuit']],
  ['a security answer', 'the answer to my security question is lilac lane', ['lilac lane']],
  ['a reset password', 'i want a password reset', []],
  ['a password that fails', 'my password is not working', []],
  ['a social security number', 'my social security number is 536 48 1442', []],
  ['a menu', 'press one for the nurse', []],
  ["the caller's own maiden name", 'my maiden name is kowalczyk', []],
];

const answered: readonly Case[] = [
  ['a PIN', 'four four one two', ['four four one two'], 'what is your pin?'],
  ['a code', "it's 882104", ['882104'], 'what is the code we just sent to your phone'],
  ['a card code', 'one two three', ['one two three'], 'and the three digits on the back?'],
  ['a password', 'tulip garden', ['tulip garden'], 'can i have your password please'],
  ['a password with fillers', 'sure um tulip garden', ['tulip garden'], 'and your password'],
  ['a maiden name', 'kowalczyk', ['kowalczyk'], "what is your mother's maiden name"],
  [
    'a security answer',
    'it was mister fluff',
    ['mister fluff'],
    'what was your first pet called, that is your security question',
  ],
  ['a first car', 'a blue datsun', [], 'did you have a car'],
  ['nothing', "i don't remember it", [], 'what is your password'],
  ['thanks in Spanish', 'mil gracias muy amable', [], 'ya puede poner su password nueva'],
  ['a request in Spanish', 'necesito hablar con ella', [], 'y su password'],
  ['a password in Spanish', 'caballo lunar', ['caballo lunar'], 'dígame su password'],
  [
    'a long story',
    'well that is a good one because i lost the paper on which i wrote it',
    [],
    'what is your password',
  ],
];

/** No key of anybody, and written so that no search for keys in this repository finds one. */
const letters = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const key = (...parts: readonly string[]) => parts.join('');
const keys: readonly [string, string][] = [
  ['OpenAI', key('sk', '-proj-', letters)],
  ['Anthropic', key('sk', '-ant-api03-', letters)],
  ['Stripe', key('sk', '_live_', letters.slice(0, 24))],
  ['AWS', key('AK', 'IA', 'Q3EGRZ7LPXW2MVT5')],
  ['GitHub', key('gh', 'p_', letters.slice(0, 36))],
  ['GitHub, fine-grained', key('github', '_pat_', letters)],
  ['GitLab', key('glpat', '-', letters.slice(0, 20))],
  ['Slack', key('xox', 'b-', '123456789012-', letters.slice(0, 24))],
  ['Google', key('AI', 'za', letters.slice(0, 35))],
  ['SendGrid', key('S', 'G.', letters.slice(0, 22), '.', letters)],
  ['Mailgun', key('key', '-', '3f2504e04f8941d39a0c0305e82c3301')],
  ['Twilio', key('S', 'K', '3f2504e04f8941d39a0c0305e82c3301')],
  ['npm', key('npm', '_', letters.slice(0, 36))],
  ['a web token', key('ey', 'JhbGciOiJIUzI1NiJ9', '.ey', 'JzdWIiOiJ6ZWQifQ', '.', letters)],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${letters}\n-----END RSA PRIVATE KEY-----`],
];

const written: readonly Case[] = [
  ['a bearer token', 'Authorization: Bearer abcdef0123456789xyz', ['abcdef0123456789xyz']],
  ['a variable', 'DB_PASSWORD=tulip-garden', ['tulip-garden']],
  ['a member of JSON that is cut', '{"client_secret": "3f2504e0-4f89', ['3f2504e0-4f89']],
  ['a link with a password', 'postgres://app:tulip44@db.example.com/x', ['tulip44']],
  ['a form', 'user=zed&password=tulip44&next=1', ['tulip44']],
  ['a field of a form', 'Password: required', []],
  ['a bearer of news', 'the bearer of this letter', []],
  ['a web address with a port', 'http://db.example.com:5432/x', []],
];

const fields: readonly Case[] = [
  ['password', 'tulip garden', ['tulip garden'], 'password'],
  ['newPassword', 'tulip44', ['tulip44'], 'new password'],
  ['api_key', 'a1b2c3d4e5f6', ['a1b2c3d4e5f6'], 'api key'],
  ['pin', '4412', ['4412'], 'pin'],
  ['cvv', '123', ['123'], 'cvv code'],
  ['password_hint', 'the garden', [], 'password hint'],
  ['next_page_token', 'page two', [], 'next page token'],
  ['password that is set', 'true', [], 'password'],
];

describe('SECRET is found', () => {
  it.each(said)('where it is named, but for near misses: %s', (_why, text, finds) => {
    expect(found(secretRecognizer, text)).toEqual(finds);
  });

  it.each(answered)('where it was asked for: %s', (_why, text, finds, question) => {
    expect(found(secretRecognizer, text, question)).toEqual(finds);
  });

  it.each(keys)('by the shape of the keys that an issuer gives: %s', (_issuer, text) => {
    expect(found(secretRecognizer, `use ${text} please`)).toEqual([text]);
    expect(found(secretRecognizer, text)).toEqual([text]);
  });

  it.each(written)('where programs write it: %s', (_why, text, finds) => {
    expect(found(secretRecognizer, text)).toEqual(finds);
  });

  it.each(fields)('in a field of that name: %s', (_why, text, finds, name) => {
    expect(found(secretRecognizer, text, name)).toEqual(finds);
  });
});

describe('SECRET among the other kinds', () => {
  const kindsIn = (text: string, ...kinds: readonly string[]) => {
    const utterance = { speaker: 'user' as const, text, shadow: shadowOf(text) };
    return detectRegex({ utterance, before: [] }, policyOf(kinds)).map(({ kind }) => kind);
  };

  it('outranks ACCOUNT, which has secrets where the policy lacks the kind', () => {
    for (const text of ['my pin is 4492', 'my password is Sunny-Harbor7', 'otp is 882104']) {
      expect(kindsIn(text, 'ACCOUNT', 'SECRET')).toEqual(['SECRET']);
      expect(kindsIn(text, 'ACCOUNT')).toEqual(['ACCOUNT']);
    }
  });

  it("leaves a card's code to CREDIT_CARD where the policy has that", () => {
    expect(kindsIn('cvv is 123', 'SECRET', 'CREDIT_CARD')).toEqual(['CREDIT_CARD']);
    expect(kindsIn('cvv is 123', 'SECRET')).toEqual(['SECRET']);
  });
});
