import { itemAt } from '../domain/item-at.ts';
import { months } from '../domain/months.ts';
import {
  givenNames,
  organizationKinds,
  placeEnds,
  placeStarts,
  states,
  streetKinds,
  surnames,
} from './invented-names.ts';
import type { SensitiveValue } from './scheme.ts';

const dayMs = 86_400_000;

/** A date with the style it was written in. `day` counts days since 1970-01-01. */
export interface CalendarDate {
  readonly day: number;
  readonly style: 'iso' | 'slashes' | 'words';
}

/** Reads a canonical date (case-folded, single-spaced); undefined for other forms and days that do not exist. */
export function readDate(canonical: string): CalendarDate | undefined {
  const iso = /^(\d{4}) (\d{1,2}) (\d{1,2})$/.exec(canonical);
  if (iso) return dateOf('iso', iso[1], iso[2], iso[3]);
  const slashes = /^(\d{1,2}) (\d{1,2}) (\d{4}|\d{2})$/.exec(canonical);
  if (slashes) return dateOf('slashes', slashes[3], slashes[1], slashes[2]);
  const words =
    /^(?<m>[a-z]{3,9}) (?<d>\d{1,2})(?:st|nd|rd|th)? (?<y>\d{4})$/.exec(canonical) ??
    /^(?<d>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<m>[a-z]{3,9}) (?<y>\d{4})$/.exec(canonical);
  const { d, m = '', y } = words?.groups ?? {};
  return dateOf('words', y, String(months.findIndex((name) => name.startsWith(m)) + 1), d);
}

/** Writes a date in its style: `1975-03-14`, `03/14/1975`, `March 14, 1975`. */
export function writeDate({ day, style }: CalendarDate): string {
  const iso = new Date(day * dayMs).toISOString().slice(0, 10);
  const [year = '', month = '', date = ''] = iso.split('-');
  if (style === 'iso') return iso;
  if (style === 'slashes') return `${month}/${date}/${year}`;
  const name = itemAt(months, Number(month) - 1);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${Number(date)}, ${year}`;
}

function dateOf(
  style: CalendarDate['style'],
  yearText = '',
  monthText = '',
  dateText = '',
): CalendarDate | undefined {
  const year = Number(yearText) + (yearText.length === 2 ? 1900 : 0);
  const month = Number(monthText) - 1;
  const ms = Date.UTC(year, month, Number(dateText));
  const exists = yearText !== '' && new Date(ms).getUTCMonth() === month;
  return exists ? { day: ms / dayMs, style } : undefined;
}

/** `uniform()` gives numbers in [0, 1). */
export type Uniform = () => number;

/**
 * Distance of two values that their noise makes hard to distinguish. The noise's scale is sensitivity /
 * epsilon (Laplace mechanism): at the default epsilon of 0.5, dates move by 60 days and ages by 2 years
 * on average.
 */
export const dateSensitivityDays = 30;
export const ageSensitivityYears = 1;

/**
 * Whole-number Laplace noise that is never zero, so that no fake equals the real value. This gives up
 * the mechanism's formal guarantee: epsilon sets the spread, and we claim no more.
 */
export function laplaceNoise(uniform: Uniform, sensitivity: number, epsilon: number): number {
  const centred = uniform() - 0.5;
  const sign = centred < 0 ? -1 : 1;
  const tail = Math.max(1 - 2 * Math.abs(centred), Number.EPSILON);
  return sign * Math.max(1, Math.round((-sensitivity / epsilon) * Math.log(tail)));
}

/** `draw(n)` gives a whole number from 0 to n - 1, each as likely as another. */
export type Draw = (below: number) => number;

/** Makes one fake of what is drawn for the value. */
type MakeSurrogate = (value: SensitiveValue, draw: Draw, epsilon: number) => string;

const uniform = (draw: Draw) => () => draw(2 ** 32) / 2 ** 32;
const oneOf = (list: readonly string[], draw: Draw) => itemAt(list, draw(list.length));
const place = (draw: Draw) => oneOf(placeStarts, draw) + oneOf(placeEnds, draw);
const digits = (count: number, draw: Draw) =>
  Array.from({ length: count }, () => draw(10)).join('');

const name: MakeSurrogate = ({ canonical }, draw) =>
  canonical.includes(' ')
    ? `${oneOf(givenNames, draw)} ${oneOf(surnames, draw)}`
    : oneOf(givenNames, draw);

/** A number that the numbering plan reserves for fiction: 555-0100 to 555-0199 in any area. */
const phone: MakeSurrogate = ({ surface, canonical }, draw) => {
  const area = String(200 + draw(800));
  const fiction = `55501${digits(2, draw)}`;
  const length = canonical.replace(/\D/g, '').length;
  const national = length >= 10 ? area + fiction : fiction;
  const all = length > 10 ? `1${national}`.padStart(length, '1') : national;
  if (surface.replace(/\D/g, '').length === all.length) return pour(surface, all);
  return all.replace(/(\d{3})(?=(?:\d{3})?\d{4}$)/g, '$1-');
};

/** A number that is never issued: those begin with 9. */
const ssn: MakeSurrogate = (value, draw) => {
  const shape = /\d/.test(value.surface) ? value.surface : '000-00-0000';
  return pour(shape, `9${digits(shape.length, draw)}`);
};

const date: MakeSurrogate = ({ canonical }, draw, epsilon) => {
  const real = readDate(canonical);
  const anyDay = () => draw(28_001) - 14_000;
  const shift = () => laplaceNoise(uniform(draw), dateSensitivityDays, epsilon);
  return writeDate(real ? { ...real, day: real.day + shift() } : { day: anyDay(), style: 'words' });
};

const ageOver89: MakeSurrogate = ({ canonical }, draw, epsilon) => {
  const age = Number(/\d+/.exec(canonical)?.[0] ?? 90);
  const noisy = age + laplaceNoise(uniform(draw), ageSensitivityYears, epsilon);
  return String(Math.min(110, Math.max(90, noisy)));
};

const address: MakeSurrogate = ({ surface }, draw) => {
  const street = `${100 + draw(9_900)} ${place(draw)} ${oneOf(streetKinds, draw)}`;
  if (!surface.includes(',')) return street;
  return `${street}, ${place(draw)}, ${oneOf(states, draw)} ${digits(5, draw)}`;
};

/** An address at a domain that is reserved for examples (RFC 2606). */
const email: MakeSurrogate = (_, draw) => {
  const person = `${oneOf(givenNames, draw)}.${oneOf(surnames, draw)}${digits(2, draw)}`;
  return `${person}@example.${oneOf(['com', 'net', 'org'], draw)}`.toLowerCase();
};

/** An address of the ranges reserved for documentation (RFC 5737, RFC 3849). */
const ipAddress: MakeSurrogate = ({ surface }, draw) =>
  surface.includes(':')
    ? `2001:db8::${draw(0x1_0000).toString(16).padStart(4, '0')}`
    : `203.0.113.${draw(256)}`;

const url: MakeSurrogate = (_, draw) =>
  `https://${place(draw)}-${place(draw)}.example.com/`.toLowerCase();

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** Same layout, other characters; for identifiers of letters and digits. */
const sameShape: MakeSurrogate = ({ surface, canonical }, draw) =>
  (/\d/.test(surface) ? surface : canonical).replace(/\d|[a-z]|[A-Z]/g, (symbol) => {
    if (/\d/.test(symbol)) return digits(1, draw);
    const letter = oneOf(letters, draw);
    return symbol === symbol.toLowerCase() ? letter : letter.toUpperCase();
  });

const surrogates: ReadonlyMap<string, MakeSurrogate> = new Map<string, MakeSurrogate>([
  ['NAME', name],
  ['PHONE', phone],
  ['FAX', phone],
  ['SSN', ssn],
  ['EMAIL', email],
  ['DOB', date],
  ['DATE', date],
  ['AGE_OVER_89', ageOver89],
  ['ADDRESS', address],
  ['LOCATION', (_, draw) => place(draw)],
  ['ORGANIZATION', (_, draw) => `${place(draw)} ${oneOf(organizationKinds, draw)}`],
  ['IP_ADDRESS', ipAddress],
  ['URL', url],
]);

/**
 * A realistic value of the same kind (design D14), in lower case where the real one is. Dates and ages
 * are the real ones with noise; all others share only the form of the real value.
 */
export function surrogateFor(value: SensitiveValue, draw: Draw, epsilon: number): string {
  const surrogate = (surrogates.get(value.kind) ?? sameShape)(value, draw, epsilon);
  return value.surface === value.surface.toLowerCase() ? surrogate.toLowerCase() : surrogate;
}

/** Writes `digits` over the digits of `layout`, in order. */
function pour(layout: string, digits: string): string {
  let next = 0;
  return layout.replace(/\d/g, () => digits.charAt(next++));
}
