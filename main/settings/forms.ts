import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../server/shared/json.ts';

/** Schemas of setting values. Messages say what is wanted, never what was given. */

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

/** One non-empty line of text. */
export function line(error = 'must be one line of text') {
  return z.string({ error }).regex(/^[^\p{Cc}]+$/u, error);
}

/** `user@host`; ssh would read a leading - as an option. */
export function sshDestination() {
  const error = 'must be a user and a host, such as calls@gate.example.com';
  return z.string({ error }).regex(/^[\w.][\w.\\-]*@[\w.:][\w.:-]*$/, error);
}

/** Some of these words, with commas between. */
export function commaListOf(allowed: readonly string[]) {
  const isAllowed = (name: string) => allowed.includes(name.trim().toLowerCase());
  const error = `may name, separated by commas: ${allowed.join(', ')}`;
  return line(error).refine((text) => text.split(',').every(isAllowed), error);
}

/** A program and its arguments, as a JSON array of strings. */
export function commandLine() {
  const error =
    'must be a JSON array of strings, such as ["/usr/bin/tunnel", "--to", "{ingress_url}"]';
  const command = z.array(z.string()).min(1);
  return line(error).refine((text) => command.safeParse(parseJson(text)).success, error);
}

export function absolutePath() {
  const error = 'must be the absolute path of a file or folder';
  return line(error).refine(isAbsolute, error);
}

/** One line of at least `min` characters. */
export function secretText(min = 1) {
  const error = min > 1 ? `must be one line of at least ${min} characters` : 'must be one line';
  return line(error).min(min, error);
}
