/** A value in a document: [start, end) of its text, and the kind that the notation gives it. */
export interface DocumentField {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** The notation that it was read from, such as `hl7`; part of the detector's name in events. */
  readonly notation: string;
  /** One of several fields that make a value, such as the year of a date of birth: not searched for elsewhere. */
  readonly isPart?: true;
}

/**
 * Finds the fields of one notation, some at a time, so that a long text holds nobody up (design D43). Pure, and
 * linear in the length of the text.
 */
export type DocumentReader = (text: string) => Iterable<readonly DocumentField[]>;

const windowLength = 4_096;
/** Where a notation may be cut, the best place first. */
const windowEnds = ['\n', '\r', '~', '>', ';', ' '];

/** Reads a text window by window; a window ends with a line, a segment, a tag or a word where it can. */
export function* inWindows(
  text: string,
  read: (window: string) => readonly DocumentField[],
): Generator<readonly DocumentField[]> {
  for (let from = 0; from < text.length; ) {
    const window = windowOf(text.slice(from, from + windowLength));
    const offset = from;
    yield read(window).map((field) => ({
      ...field,
      start: field.start + offset,
      end: field.end + offset,
    }));
    from += window.length;
  }
}

function windowOf(stretch: string): string {
  if (stretch.length < windowLength) return stretch;
  const ends = windowEnds.map((end) => stretch.lastIndexOf(end) + 1);
  return stretch.slice(0, ends.find((at) => at > windowLength / 2) ?? windowLength);
}

const placeholder =
  /^(?:null|none|nil|nan|n\/?a|unknown|undefined|true|false|yes|no|string|str|text|varchar|redacted|self|same|other|tbd|[*x?_.-]+)$/i;
/** Words of a description, such as "the patient's last name". */
const describing =
  /(?<![\p{L}\p{M}])(?:the|an?|of|patients?|names?|your|my|is|to|for|if|enter|string|value|required|optional|and|or|with|not|please|date|number)(?![\p{L}\p{M}])/iu;

/** A date in digits, alone or with a time; with signs between its parts; or with the name of a month. */
const date =
  /^(?:(?:\d{6}|\d{8}|\d{10}|\d{12}|\d{14})(?:[.+-]\d{1,6})*|(?:19|20)\d\d(?:-\d\d)?)$|\d\s?[-/.,]\s?\d{1,2}\s?[-/.,]\s?\d|(?<!\p{L})(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)/iu;
/** A telephone number, perhaps with an extension; before other words it stands alone. */
const telephone = /^[+(]?\d[\d().\s/-]{5,24}\d(?:\s?(?:x|ext\.?)\s?\d{1,6})?/i;
const digitsIn = (value: string): number => value.replace(/\D/g, '').length;
const isIdentifier = (value: string): boolean =>
  /\d/.test(value) && /^[\w.#/: -]{3,40}$/.test(value);

/** What a field of a kind may hold; it keeps descriptions, drug codes and prices out. */
const accepted: Readonly<Record<string, (value: string) => boolean>> = {
  NAME: (value) =>
    /\p{L}/u.test(value) &&
    !/[\d@=<>{}[\]]|:\/\//.test(value) &&
    value.split(/\s+/).length < 6 &&
    !describing.test(value),
  DOB: (value) => digitsIn(value) >= 4 && date.test(value),
  DATE: (value) => digitsIn(value) >= 4 && date.test(value),
  PHONE: (value) => digitsIn(value) >= 7 && telephone.exec(value)?.[0].length === value.length,
  FAX: (value) => digitsIn(value) >= 7 && telephone.exec(value)?.[0].length === value.length,
  EMAIL: (value) => value.includes('@'),
  SSN: (value) => digitsIn(value) >= 4 && /^[\dXx*. -]{4,15}$/.test(value),
  ADDRESS: (value) => /\p{L}/u.test(value) && /\d|\s/.test(value) && !value.includes('@'),
  LOCATION: (value) => /^[\p{L}\p{M}.'’ -]{2,40}$/u.test(value) && !describing.test(value),
  ORGANIZATION: (value) => /\p{L}/u.test(value) && !/[@=<>{}[\]]|:\/\//.test(value),
  ZIP: (value) => /^(?=.*\d)[A-Za-z\d][A-Za-z\d -]{2,9}$/.test(value),
  IP_ADDRESS: (value) => /^[\da-f.:]{7,45}$/i.test(value),
};

const longestValue = 120;

/** What escapes in a string of a program stand for: `Pe\u0301rez`, `O\'Brien`, `219\-09`. */
const withoutBackslashes = (value: string): string =>
  value
    .replace(/\\+(?:u([\da-f]{4})|x([\da-f]{2}))/gi, (_, four, two) =>
      String.fromCharCode(Number.parseInt(four ?? two, 16)),
    )
    .replace(/\\+(?=\P{L})/gu, '');

/** Whether a field of `kind` may hold this value. */
export function isPlausible(kind: string, value: string): boolean {
  const bare = (value.includes('\\') ? withoutBackslashes(value) : value).trim();
  if (bare === '' || bare.length > longestValue || placeholder.test(bare)) return false;
  return (accepted[kind] ?? isIdentifier)(bare);
}

const contactScheme = /^(?:tel|mailto|sms|fax):/i;

/** The kind of a way to reach somebody, and how many characters of a scheme (`tel:`) stand before it. */
export function contactKind(value: string): { readonly kind: string; readonly lead: number } {
  const [scheme = ''] = contactScheme.exec(value) ?? [];
  const isFax = /^fax/i.test(scheme);
  return { kind: value.includes('@') ? 'EMAIL' : isFax ? 'FAX' : 'PHONE', lead: scheme.length };
}

const inWords = new Set(['NAME', 'ADDRESS', 'LOCATION', 'ORGANIZATION', 'DATE', 'DOB']);

/** The beginning of a value that other words follow. */
function leadOf(kind: string, value: string): string {
  const found = kind === 'PHONE' || kind === 'FAX' ? telephone.exec(value) : /^\S+/.exec(value);
  return found?.[0].replace(/[,;.]$/, '') ?? '';
}

/** The field at [start, end) without the blanks at its ends; none where it cannot hold the kind. */
export function fieldAt(
  text: string,
  start: number,
  end: number,
  kind: string,
  notation: string,
): readonly DocumentField[] {
  const written = text.slice(start, end);
  const value = written.trim();
  const first = start + written.length - written.trimStart().length;
  const { kind: own, lead } = kind === 'CONTACT' ? contactKind(value) : { kind, lead: 0 };
  const whole = value.slice(lead);
  const read = isPlausible(own, whole) || inWords.has(own) ? whole : leadOf(own, whole);
  if (!isPlausible(own, read)) return [];
  const from = first + lead;
  return [{ start: from, end: from + read.length, kind: own, notation }];
}
