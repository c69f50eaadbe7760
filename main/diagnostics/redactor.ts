import { parseJson } from '../../server/shared/json.ts';

/** Removes secrets and personal data from a text that leaves the machine. */
export interface Redactor {
  text(text: string): string;
  /** Redacts strings and numbers of a JSON value; field names stay. */
  value(value: unknown): unknown;
  /** Redacts a log line; of a log entry it keeps only known fields. */
  line(line: string): string;
}

export interface RedactorOptions {
  /** Known secrets, such as keys; removed everywhere if they have at least six characters. */
  readonly secrets: readonly string[];
  /** The person's home folder, whose path often contains their name. */
  readonly home: string;
}

/** Shorter ones would match ordinary words. */
const leastSecret = 6;
/** Numbers in logs, such as durations, are smaller. */
const largestNumber = 99_999;

export function createRedactor({ secrets, home }: RedactorOptions): Redactor {
  const literals: readonly (readonly [string, string])[] = [
    ...secrets
      .filter((secret) => secret.length >= leastSecret)
      .map((secret) => [secret, '[secret]'] as const),
    ...(home.length > 1 ? [[home, '~'] as const] : []),
  ];

  const text = (given: string): string => {
    const cleared = literals.reduce((left, [from, to]) => left.replaceAll(from, to), given);
    return cleared
      .split(harmless)
      .map((part, index) => (index % 2 === 1 ? part : redactPart(part)))
      .join('');
  };

  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return Math.abs(given) > largestNumber ? '[number]' : given;
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, held]) => [name, value(held)]));
  };

  const line = (given: string): string => {
    const entry = entryOf(given);
    if (entry === undefined) return text(given);
    const fields = Object.entries(entry).filter(([name]) => loggedFields.has(name));
    return JSON.stringify(value(Object.fromEntries(fields)));
  };

  return { text, value, line };
}

/** What the service's logger writes (design D44), and the app's. */
const loggedFields: ReadonlySet<string> = new Set([
  'level',
  'time',
  'msg',
  'reqId',
  'method',
  'route',
  'status',
  'ms',
  'code',
  'reason',
  'err',
  'error',
  'req',
  'res',
]);

function entryOf(line: string): object | undefined {
  if (!line.startsWith('{')) return undefined;
  const entry = parseJson(line);
  return typeof entry === 'object' && entry !== null ? entry : undefined;
}

/** Harmless text: times, this machine's address with a port, and ids. */
const harmless =
  /(\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z|\b127\.0\.0\.1(?::\d{1,5})?(?![\d.])|\b(?:agt|sess|evt|rep|req)_[0-9A-HJKMNP-TV-Z]{26}(?![\w-]))/;

function redactPart(part: string): string {
  return part
    .replace(/\bTOK1\.[\w.-]+/g, '[token]')
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"']*@/gi, '$1')
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^\s?#"']*)[?#][^\s"']*/gi, '$1?[left out]')
    .replace(/[?&][\w.-]+=[^\s"']*/g, '?[left out]')
    .replace(/[^\s@"'<>(),:;]+@[^\s@"'<>(),:;]+/g, '[address]')
    .replace(/[A-Za-z0-9+/_=~.-]{16,}/g, (run) => (isReadable(run) ? run : '[secret]'))
    .replace(/\+?\(?\d(?:[\s()./-]{0,2}\d){4,}/g, '[number]');
}

/**
 * Whether a long run of characters consists of words, as paths and names do, and not of random
 * characters, as keys do. Of keys with 128 bits, one in about seven thousand looks like words; of
 * keys with 256 bits, none.
 */
function isReadable(run: string): boolean {
  const parts = run.split(/[^A-Za-z\d]+|(?<=[a-z])(?=[A-Z])/);
  return parts.every((part) => part === '' || word.test(part));
}

const word = /^(?:[A-Z]?[a-z]{2,}\d{0,2}|[A-Z]{2,}|[A-Za-z]|\d{1,2})$/;
