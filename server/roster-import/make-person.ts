import { months } from '../domain/months.ts';
import {
  maxLength,
  maxValues,
  type omissions,
  type Person,
  type RosterRole,
  type refusals,
} from '../domain/roster.ts';

type Refusal = (typeof refusals)[number];
type Omission = (typeof omissions)[number];

/** The values of one row, as the file writes them; they may be empty. */
export interface RawPerson {
  readonly id: string;
  readonly role: RosterRole;
  readonly given: readonly string[];
  readonly family: readonly string[];
  readonly full: readonly string[];
  readonly birth: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly addresses: readonly string[];
  readonly records: readonly string[];
  readonly mayBeSaid: boolean;
}

/** A person with what was left out, or why there is none. */
export type MadePerson =
  | { readonly person: Person; readonly omissions: readonly Omission[] }
  | { readonly refusal: Refusal };

/** Checks and cleans the values of one row (docs/roster.md). */
export function makePerson(raw: RawPerson): MadePerson {
  const left = new Set<Omission>();
  const [full, listed] = partition(cleaned(raw.full), (name) => !name.includes(','));
  const given = [...cleaned(raw.given).flatMap(words), ...listed.flatMap(givenOfListed)];
  const family = [...cleaned(raw.family), ...listed.map(familyOfListed)].flatMap(surnames);
  const names = [...given, ...family, ...full];
  const [id = fallbackId(names, raw.birth)] = cleaned([raw.id]);
  if (names.length === 0) return { refusal: 'no_name' };
  if (id === '') return { refusal: 'no_id' };
  if ([id, ...names].some((value) => value.length > maxLength)) return { refusal: 'too_long' };

  const limited = (values: readonly string[]): readonly string[] => {
    const kept = [...new Set(values)].filter(({ length }) => length <= maxLength);
    if (kept.length < new Set(values).size || kept.length > maxValues) left.add('values_left_out');
    return kept.slice(0, maxValues);
  };
  const valid = (values: readonly string[], test: (value: string) => boolean, what: Omission) => {
    const kept = cleaned(values).filter(test);
    if (kept.length < cleaned(values).length) left.add(what);
    return limited(kept);
  };
  const birthDate = birthDateOf(raw.birth);
  if (birthDate === undefined) left.add('birth_date_left_out');
  const person: Person = {
    id,
    role: raw.role,
    givenNames: limited(given),
    familyNames: limited(family),
    fullNames: limited(full),
    birthDate: birthDate ?? null,
    phones: valid(raw.phones.flatMap(separated), isPhone, 'phone_left_out'),
    emails: valid(raw.emails.flatMap(separated), isEmail, 'email_left_out'),
    addresses: limited(cleaned(raw.addresses)),
    recordNumbers: limited(cleaned(raw.records)),
    mayBeSaid: raw.role === 'staff' && raw.mayBeSaid,
  };
  return { person, omissions: [...left] };
}

/** What exports write where they know nothing. */
const blank = /^(?:n\/?a|none|null|nil|unknown|[-.?]+)$/i;

function cleaned(values: readonly string[]): readonly string[] {
  return values
    .map((value) => value.normalize('NFC').replace(/\s+/g, ' ').trim())
    .filter((value) => value !== '' && !blank.test(value));
}

/** People of a file without ids are the same when names and birth date are. */
function fallbackId(names: readonly string[], birth: string): string {
  return names.length === 0 ? '' : [...names, ...cleaned([birth])].join(' ').toLowerCase();
}

function partition<T>(values: readonly T[], test: (value: T) => boolean): [T[], T[]] {
  return [values.filter(test), values.filter((value) => !test(value))];
}

const words = (name: string): readonly string[] => name.split(' ');

/** `GARCIA LOPEZ, MARIA ELENA`, as clinics list people. */
const familyOfListed = (name: string): string => name.slice(0, name.indexOf(',')).trim();
const givenOfListed = (name: string): readonly string[] =>
  words(
    name
      .slice(name.indexOf(',') + 1)
      .replaceAll(',', ' ')
      .trim(),
  ).filter((word) => word !== '');

const particles = new Set(
  'de del de la las los y da das do dos di van von der den ter ten la le el al bin ibn abu st saint mac mc san santa'.split(
    ' ',
  ),
);

/** The surnames in a field: `García López` has two, `van der Berg` is one. */
function surnames(family: string): readonly string[] {
  const found: string[] = [];
  let open = '';
  for (const word of words(family)) {
    const name = open === '' ? word : `${open} ${word}`;
    if (particles.has(word.toLowerCase())) open = name;
    else {
      found.push(name);
      open = '';
    }
  }
  return open === '' ? found : [...found, open];
}

const separated = (value: string): readonly string[] => value.split(/[;|]/);

function isPhone(value: string): boolean {
  const digits = value.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 20;
}

function isEmail(value: string): boolean {
  const [name, domain, ...more] = value.split('@');
  return name !== '' && domain?.includes('.') === true && more.length === 0 && !value.includes(' ');
}

const dateForms: readonly (readonly [form: RegExp, order: 'ymd' | 'mdy' | 'dmy'])[] = [
  [/^(\d{4})-?(\d{2})-?(\d{2})(?:[T ].*)?$/, 'ymd'],
  [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .*)?$/, 'mdy'],
  [/^(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4})$/i, 'dmy'],
  [/^([a-z]{3,9}) (\d{1,2}),? (\d{4})$/i, 'mdy'],
];

/** `YYYY-MM-DD`; null if there is none, undefined if it cannot be read. Month first, unless it cannot be. */
function birthDateOf(written: string): string | null | undefined {
  const [date] = cleaned([written]);
  if (date === undefined) return null;
  for (const [form, order] of dateForms) {
    const found = form.exec(date);
    if (found === null) continue;
    const [first = '', second = '', third = ''] = found.slice(1);
    if (order === 'ymd') return dayOf(first, second, third);
    if (order === 'dmy') return dayOf(third, second, first);
    return dayOf(third, first, second) ?? dayOf(third, second, first);
  }
  return undefined;
}

function dayOf(year: string, month: string, day: string): string | undefined {
  const named = months.findIndex((name) => name.startsWith(month.toLowerCase())) + 1;
  const number = /^\d/.test(month) ? Number(month) : named;
  const date = new Date(Date.UTC(Number(year), number - 1, Number(day)));
  if (number < 1 || date.getUTCMonth() !== number - 1 || date.getUTCDate() !== Number(day)) {
    return undefined;
  }
  return Number(year) < 1880 ? undefined : date.toISOString().slice(0, 10);
}
