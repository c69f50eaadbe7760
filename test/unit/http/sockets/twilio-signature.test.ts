import twilio from 'twilio';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../server/domain/secret.ts';
import { isTwilioSignature } from '../../../../server/http/sockets/socket-routes.ts';

const token = 'an-auth-token-of-this-test';
const sign = (url: string, by = token) => twilio.getExpectedTwilioSignature(by, url, {});
const check = (signature: string, url: string) =>
  isTwilioSignature(signature, url, new Secret(token));

describe('X-Twilio-Signature, as Twilio’s own library makes it', () => {
  it.each([
    ['wss://calls.example.com/proxy/a/twilio', 'wss://calls.example.com/proxy/a/twilio'],
    ['wss://calls.example.com/proxy/a/twilio', 'wss://calls.example.com:443/proxy/a/twilio'],
    ['ws://calls.example.com/a', 'ws://calls.example.com:80/a'],
    ['wss://calls.example.com:8443/a', 'wss://calls.example.com:8443/a'],
    ['wss://calls.example.com/a?b=c%20d', 'wss://calls.example.com/a?b=c%20d'],
  ])('lets in %s, signed as %s', (url, signed) => {
    expect(check(sign(signed), url)).toBe(true);
    expect(twilio.validateRequest(token, sign(url), url, {})).toBe(true);
  });

  it.each([
    ['of another path', sign('wss://calls.example.com/b')],
    ['of another scheme', sign('https://calls.example.com/a')],
    ['by another token', sign('wss://calls.example.com/a', 'another')],
    ['empty', ''],
    ['of another length', sign('wss://calls.example.com/a').slice(1)],
  ])('%s lets nothing in', (_what, signature) => {
    expect(check(signature, 'wss://calls.example.com/a')).toBe(false);
  });
});
