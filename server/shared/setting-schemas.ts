import { z } from 'zod';
import { isPublicAddress } from './own-network.ts';

/** One of these texts. */
export function choice<const T extends readonly [string, ...string[]]>(...allowed: T) {
  return z.enum(allowed, { error: `must be one of: ${allowed.join(', ')}` });
}

/** A host name or an IP address. */
export function hostName() {
  const error = 'must be a host name or an IP address';
  return z.string({ error }).regex(/^[\w.:-]+$/, error);
}

/**
 * A URL without credentials, query or fragment; returned without a trailing slash. Protocols are
 * written with their colon; http and https without any.
 */
export function httpUrl(...protocols: readonly string[]) {
  const allowed = protocols.length === 0 ? ['http:', 'https:'] : protocols;
  const names = allowed.map((protocol) => protocol.slice(0, -1)).join(' or ');
  const error = `must be an ${names} URL without credentials, query or fragment`;
  return z
    .string({ error })
    .refine((text) => isPlainUrl(text, allowed), error)
    .transform((text) => text.replace(/\/+$/, ''));
}

/** A URL of `httpUrl` that is no public address. A name may lead anywhere, so it is looked up for each connection. */
export function ownNetworkUrl() {
  return httpUrl().refine(
    (url) => !isPublicAddress(new URL(url).hostname),
    'must be on a private network or this machine',
  );
}

function isPlainUrl(text: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return protocols.includes(protocol) && `${username}${password}${search}${hash}` === '';
}

/** Headers of voice platforms in which they sign (decision 0097), in lower case. */
export const knownSignatureHeaders = [
  'x-retell-signature',
  'x-vapi-signature',
  'x-vapi-secret',
  'webhook-signature',
  'elevenlabs-signature',
];

/** The protocols that providers speak: chat completions, also as Azure serves them, and others (decision 0104). */
export const providerKinds = [
  'openai',
  'azure',
  'responses',
  'anthropic',
  'bedrock',
  'gemini',
] as const;
