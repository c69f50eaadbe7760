/** Takes secrets and whatever may be of a person out of a text that leaves the machine. */
export interface Redactor {
  text(text: string): string;
  /** A value as JSON has it, with each of its strings and numbers redacted, and names of fields kept. */
  value(value: unknown): unknown;
  /** A line of a log: of an entry, the known fields alone. */
  line(line: string): string;
}

export interface RedactorOptions {
  /** Secrets that are known, such as keys: taken out wherever they stand, from six characters on. */
  readonly secrets: readonly string[];
  /** The person's own folder, which often has their name. */
  readonly home: string;
}

/** Fewer characters would be found in ordinary words. */
const leastSecret = 6;
/** Numbers of the log, such as times taken, are smaller. */
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
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Times, this machine's own address with a port, and the ids of things; none tells of a person. */
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
 * Whether a long run of characters is made of words, as paths and names are, and not drawn by chance,
 * as keys are. One key of 128 bits in some seven thousand looks like words, and none of 256.
 */
function isReadable(run: string): boolean {
  const parts = run.split(/[^A-Za-z\d]+|(?<=[a-z])(?=[A-Z])/);
  return parts.every((part) => part === '' || word.test(part));
}

const word = /^(?:[A-Z]?[a-z]{2,}\d{0,2}|[A-Z]{2,}|[A-Za-z]|\d{1,2})$/;
