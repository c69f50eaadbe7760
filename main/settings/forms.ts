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

/** One line of text that is not empty. */
export function line(error = 'must be one line of text') {
  return z.string({ error }).regex(/^[^\p{Cc}]+$/u, error);
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

export function absolutePath() {
  const error = 'must be the whole path of a file or folder, from the root on';
  return line(error).refine(isAbsolute, error);
}

/** At least so many characters, on one line. */
export function secretText(min = 1) {
  const error = min > 1 ? `must be one line of at least ${min} characters` : 'must be one line';
  return line(error).min(min, error);
}

function isTextArray(text: string): boolean {
  try {
    return z.array(z.string()).min(1).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
