import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../server/domain/secret.ts';
import {
  claimsByText,
  parseSignature,
  type SignedRequest,
  verifySignature,
} from '../../../../server/http/callers/signature.ts';

const secret = 'a shared secret of this test';
const previous = 'the secret before it';
const body = Buffer.from('{"messages":[{"role":"user","content":"h\u00e9llo"}]}');
const nowMs = Date.parse('2026-11-21T10:00:00.000Z');
const seconds = String(nowMs / 1000);
const millis = String(nowMs);

type Encoding = 'hex' | 'base64' | 'base64url';

const hmac = (parts: readonly (string | Buffer)[], encoding: Encoding = 'hex', key = secret) =>
  parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key)).digest(encoding);

const verify = (headers: SignedRequest['headers'], bytes: Buffer = body, keys = [secret]) => {
  const verdict = verifySignature(
    { headers, body: bytes },
    { secrets: keys.map((key) => new Secret(key)), nowMs },
  );
  return verdict.ok ? 'ok' : verdict.reason;
};

const signed = (value: string, more: Record<string, string> = {}) => ({
  'x-voice-signature': value,
  ...more,
});

const timed = (time: string, encoding: Encoding = 'hex') => hmac([`${time}.`, body], encoding);
const webhook = (time: string) => ({ 'webhook-id': 'msg_1', 'webhook-timestamp': time });
const webhookMac = (time: string) => hmac([`msg_1.${time}.`, body], 'base64');

describe('a signature over the raw bytes is accepted in every shape in use (design D36)', () => {
  it.each<[string, Record<string, string>]>([
    ['sha256=hex', signed(`sha256=${hmac([body])}`)],
    ['bare hex', signed(hmac([body]))],
    ['upper-case hex', signed(hmac([body]).toUpperCase())],
    ['bare base64', signed(hmac([body], 'base64'))],
    ['bare base64url', signed(hmac([body], 'base64url'))],
    ['sha256=base64', signed(`sha256=${hmac([body], 'base64')}`)],
    ['t,v1', signed(`t=${seconds},v1=${timed(seconds)}`)],
    ['t,v0', signed(`t=${seconds},v0=${timed(seconds)}`)],
    ['t,v1 with a space', signed(`t=${seconds}, v1=${timed(seconds)}`)],
    ['v1 before t', signed(`v1=${timed(seconds)},t=${seconds}`)],
    ['t in milliseconds', signed(`t=${millis},v1=${timed(millis)}`)],
    ['v,d', signed(`v=${millis},d=${hmac([body, millis])}`)],
    ['timestamp header', signed(timed(seconds), { 'x-timestamp': seconds })],
    ['own timestamp header', signed(timed(seconds), { 'x-voice-timestamp': seconds })],
    [
      'sha256= and timestamp header',
      signed(`sha256=${timed(seconds)}`, { 'x-timestamp': seconds }),
    ],
    ['v1 list', signed(`v1,${webhookMac(seconds)}`, webhook(seconds))],
    [
      'v1 list, second of two',
      signed(`v1,${hmac(['other'], 'base64')} v1,${webhookMac(seconds)}`, webhook(seconds)),
    ],
    ['eighth of eight', signed(`${`${'0'.repeat(64)},`.repeat(7)}${hmac([body])}`)],
  ])('%s', (_shape, headers) => {
    expect(verify(headers)).toBe('ok');
  });

  it('a signature under the previous secret is accepted while the service has that secret', () => {
    const old = signed(`sha256=${hmac([body], 'hex', previous)}`);
    expect(verify(old, body, [secret, previous])).toBe('ok');
    expect(verify(old, body, [secret])).toBe('mismatch');
  });

  it('the key of a whsec_ secret is the base64 after the prefix', () => {
    const key = Buffer.from('0123456789abcdef0123456789abcdef');
    const mac = createHmac('sha256', key).update(`msg_1.${seconds}.`).update(body).digest('base64');
    expect(
      verify(signed(`v1,${mac}`, webhook(seconds)), body, [`whsec_${key.toString('base64')}`]),
    ).toBe('ok');
  });

  it('a signature over an empty body is accepted', () => {
    expect(verify(signed(hmac([''])), Buffer.alloc(0))).toBe('ok');
  });
});

describe('a timestamp holds for 300 s either way', () => {
  const at = (offset: number) => String(nowMs / 1000 + offset);
  it.each([
    [-300, 'ok'],
    [300, 'ok'],
    [-301, 'stale'],
    [301, 'stale'],
    [-1800, 'stale'],
  ])('%i s: %s', (offset, expected) => {
    const time = at(offset);
    const ms = `${time}000`;
    expect([
      verify(signed(`t=${time},v1=${timed(time)}`)),
      verify(signed(`v=${ms},d=${hmac([body, ms])}`)),
      verify(signed(timed(time), { 'x-timestamp': time })),
      verify(signed(`v1,${webhookMac(time)}`, webhook(time))),
    ]).toEqual([expected, expected, expected, expected]);
  });
});

describe('a body is hashed once for all signatures over the same bytes', () => {
  const plain = '0'.repeat(64);
  it.each<[string, Record<string, string>, number]>([
    ['eight over the body', signed(`${plain},`.repeat(8)), 1],
    ['eight at a time', signed(`t=${seconds}${`,v1=${plain}`.repeat(8)}`), 1],
    [
      'over two texts',
      signed(`t=${seconds},v1=${plain},v1,${webhookMac(seconds)}`, webhook(seconds)),
      2,
    ],
  ])('%s', (_what, headers, texts) => {
    const parsed = parseSignature(headers, 'x-voice-signature');
    expect(parsed.ok && claimsByText(parsed.claims).length).toBe(texts);
  });
});

describe('any other signature is refused', () => {
  const good = hmac([body]);
  it.each<[string, Record<string, string>, string]>([
    ['no header', {}, 'missing'],
    ['empty header', signed(''), 'missing'],
    ['another secret', signed(hmac([body], 'hex', 'guess')), 'mismatch'],
    ['truncated hex', signed(good.slice(0, 62)), 'malformed'],
    ['truncated base64', signed(hmac([body], 'base64').slice(0, 40)), 'malformed'],
    ['one symbol too many', signed(`${good}0`), 'malformed'],
    ['all zeros', signed('0'.repeat(64)), 'mismatch'],
    ['words', signed('none'), 'malformed'],
    ['sha1', signed(`sha1=${good}`), 'malformed'],
    ['sha256= alone', signed('sha256='), 'malformed'],
    ['good next to not understood', signed(`${good},hello`), 'malformed'],
    ['nine signatures', signed(`${`${'0'.repeat(64)},`.repeat(8)}${good}`), 'malformed'],
    ['an endless header', signed(`${good},${' '.repeat(3000)}`), 'malformed'],
    ['v1 without a time', signed(`v1=${timed(seconds)}`), 'malformed'],
    ['d without a time', signed(`d=${hmac([body, millis])}`), 'malformed'],
    ['a time without a signature', signed(`t=${seconds}`), 'malformed'],
    ['two times', signed(`t=${seconds},t=${seconds},v1=${timed(seconds)}`), 'malformed'],
    ['re-timed', signed(`t=${Number(seconds) + 1},v1=${timed(seconds)}`), 'mismatch'],
    ['untimed signature under a time', signed(`t=${seconds},v1=${good}`), 'mismatch'],
    ['untimed signature next to t', signed(`t=${seconds},sha256=${good}`), 'mismatch'],
    [
      'untimed signature with a timestamp header',
      signed(good, { 'x-timestamp': seconds }),
      'mismatch',
    ],
    ['timed signature stripped of its time', signed(timed(seconds)), 'mismatch'],
    [
      'timed signature re-timed by header',
      signed(timed('1700000000'), { 'x-timestamp': seconds }),
      'mismatch',
    ],
    ['a time that is no number', signed(good, { 'x-timestamp': 'soon' }), 'malformed'],
    ['an empty timestamp header', signed(good, { 'x-timestamp': '' }), 'malformed'],
    [
      'two timestamp headers',
      signed(timed(seconds), { 'x-timestamp': seconds, 'webhook-timestamp': seconds }),
      'malformed',
    ],
    [
      'v1 list without id',
      signed(`v1,${webhookMac(seconds)}`, { 'webhook-timestamp': seconds }),
      'malformed',
    ],
    [
      'v1 list under another id',
      signed(`v1,${webhookMac(seconds)}`, { ...webhook(seconds), 'webhook-id': 'msg_2' }),
      'mismatch',
    ],
    ['v1 list without signature', signed('v1,', webhook(seconds)), 'malformed'],
  ])('%s', (_case, headers, reason) => {
    expect(verify(headers)).toBe(reason);
  });

  it('every signature is refused when no secret is set', () => {
    expect(verify(signed(hmac([body], 'hex', '')), body, [])).toBe('no_secret');
    expect(verify(signed(hmac([body], 'hex', '')), body, [''])).toBe('no_secret');
  });

  it('a signature is refused when any byte of the body differs', () => {
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (index, flip) => {
        const changed = Buffer.from(body);
        changed[index] = (changed[index] ?? 0) ^ flip;
        expect(verify(signed(hmac([body])), changed)).toBe('mismatch');
      }),
    );
  });

  it('a signature is refused when any symbol of it differs', () => {
    const good64 = hmac([body]);
    fc.assert(
      fc.property(fc.nat(63), fc.constantFrom(...'0123456789abcdef'), (index, symbol) => {
        fc.pre(good64[index] !== symbol);
        const forged = good64.slice(0, index) + symbol + good64.slice(index + 1);
        expect(verify(signed(forged))).toBe('mismatch');
      }),
    );
  });

  it('every header that was not made with the secret is refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (header) => {
        expect(verify(signed(header))).not.toBe('ok');
      }),
    );
  });
});
