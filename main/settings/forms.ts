import { isAbsolute } from 'node:path';
import { z } from 'zod';

/** Forms of values. Messages say what is wanted and never what was found. */

export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, error).max(max, error);
}

export function port() {
  return wholeNumber(1, 65_535);
}

export function flag() {
  return z.boolean({ error: 'must be true or false' });
}

export function choice<const T extends readonly [string, ...string[]]>(...allowed: T) {
  return z.enum(allowed, { error: `must be one of: ${allowed.join(', ')}` });
}

/** One line of text that is not empty. */
export function line(error = 'must be one line of text') {
  return z.string({ error }).regex(/^[^\p{Cc}]+$/u, error);
}

export function hostName() {
  const error = 'must be a host name or an IP address';
  return z.string({ error }).regex(/^[\w.:-]+$/, error);
}

/** `user@host`; what begins with - would be read as an option. */
export function sshDestination() {
  const error = 'must be a user and a host, such as calls@gate.example.com';
  return z.string({ error }).regex(/^[\w.][\w.\\-]*@[\w.:][\w.:-]*$/, error);
}

/** A program and its arguments, as a JSON array of texts. */
export function commandLine() {
  const error =
    'must be a JSON array of texts, such as ["/usr/bin/tunnel", "--to", "{ingress_url}"]';
  return line(error).refine(isTextArray, error);
}

/** Without credentials, query or fragment; without a trailing slash. */
export function httpUrl(...protocols: readonly string[]) {
  const allowed = protocols.length === 0 ? ['http:', 'https:'] : protocols;
  const named = allowed.map((protocol) => protocol.slice(0, -1)).join(' or ');
  const error = `must be an ${named} URL without credentials, query or fragment`;
  return z
    .string({ error })
    .refine((text) => isPlainUrl(text, allowed), error)
    .transform((text) => text.replace(/\/+$/, ''));
}

export function absolutePath() {
  const error = 'must be the whole path of a file or folder, from the root on';
  return line(error).refine(isAbsolute, error);
}

/** At least so many characters, on one line. */
export function secretText(min = 1) {
  const error = min > 1 ? `must be one line of at least ${min} characters` : 'must be one line';
  return line(error).min(min, error);
}

function isPlainUrl(text: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return protocols.includes(protocol) && `${username}${password}${search}${hash}` === '';
}

function isTextArray(text: string): boolean {
  try {
    return z.array(z.string()).min(1).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
