import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../domain/secret.ts';

/**
 * Whether `X-Twilio-Signature` is of this URL: HMAC-SHA1 in base64, by the auth token of the Twilio account
 * (Twilio's documentation, Webhooks security). `url` is the address as the TwiML names it, with `wss:`. Twilio signs it with
 * or without the standard port, so both count.
 */
export function isTwilioSignature(
  signature: string,
  url: string,
  authToken: Secret<string>,
): boolean {
  const given = Buffer.from(signature);
  const held = [url, withStandardPort(url)].map((signed) => {
    const expected = createHmac('sha1', authToken.reveal()).update(signed).digest('base64');
    return expected.length === given.length && timingSafeEqual(Buffer.from(expected), given);
  });
  return held.includes(true);
}

function withStandardPort(url: string): string {
  const { protocol, host, port } = new URL(url);
  const standard = protocol === 'wss:' ? 443 : 80;
  return port === '' ? url.replace(`//${host}`, `//${host}:${standard}`) : url;
}
