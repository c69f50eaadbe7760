import { z } from 'zod';
import type { RosterRole } from '../domain/roster.ts';
import { parseJson } from '../shared/json.ts';
import { makePerson, type RawPerson } from './make-person.ts';
import { addressOf } from './read-csv.ts';
import type { ReadOptions, RosterRow } from './roster-row.ts';
import { splitBundle, splitLines } from './split-json.ts';
import { UnusableFile } from './unusable-file.ts';

const text = z.string().catch('');
const texts = z.array(text).catch([]);

const HumanName = z.object({ use: text, text, family: text, given: texts });
const Address = z.object({ text, line: texts, city: text, state: text, postalCode: text });
const Identifier = z.object({
  system: text,
  value: text,
  type: z.object({ coding: z.array(z.object({ code: text })).catch([]) }).catch({ coding: [] }),
});

/** What the roster reads of Patient, Practitioner and RelatedPerson (FHIR R4 and later). */
const PersonResource = z.object({
  resourceType: text,
  id: text,
  name: z.array(HumanName).catch([]),
  birthDate: text,
  telecom: z.array(z.object({ system: text, value: text })).catch([]),
  address: z.array(Address).catch([]),
  identifier: z.array(Identifier).catch([]),
});
type PersonResource = z.infer<typeof PersonResource>;

const roles: Readonly<Record<string, RosterRole>> = {
  Patient: 'patient',
  RelatedPerson: 'relative',
  Practitioner: 'staff',
};

/** The people of a FHIR bundle, or of NDJSON with one resource per line. Throws `UnusableFile`. */
export async function* readFhir(
  source: AsyncIterable<string>,
  head: string,
  options: ReadOptions,
): AsyncGenerator<RosterRow> {
  const isNdjson = isResource(parseJson(head.split('\n', 1)[0] ?? ''));
  let found = false;
  for await (const { row, resource } of isNdjson ? fromLines(source) : fromBundle(source)) {
    found ||= isResource(resource);
    yield { row, ...personOf(resource, options) };
  }
  if (!found) throw new UnusableFile('unreadable');
}

type NumberedResource = { readonly row: number; readonly resource: unknown };

async function* fromLines(source: AsyncIterable<string>): AsyncGenerator<NumberedResource> {
  let row = 0;
  for await (const line of splitLines(source)) {
    row += 1;
    if (line.trim() !== '') yield { row, resource: parseJson(line) };
  }
}

async function* fromBundle(source: AsyncIterable<string>): AsyncGenerator<NumberedResource> {
  let row = 0;
  for await (const text of splitBundle(source)) {
    const entry = parseJson(text) as { resource?: unknown } | undefined;
    // A bundle also has a list of links.
    if (entry !== undefined && entry.resource === undefined) continue;
    row += 1;
    yield { row, resource: entry?.resource };
  }
}

function isResource(value: unknown): boolean {
  const type = (value as { resourceType?: unknown } | null | undefined)?.resourceType;
  return typeof type === 'string' && type !== 'Bundle';
}

function personOf(value: unknown, options: ReadOptions) {
  const { data } = PersonResource.safeParse(value);
  if (data === undefined) return { refusal: 'malformed' } as const;
  const role = roles[data.resourceType];
  if (role === undefined) return { refusal: 'not_a_person' } as const;
  return makePerson(rawOf(data, role, options));
}

const isUsual = (name: PersonResource['name'][number]): boolean =>
  ['', 'official', 'usual'].includes(name.use);
/** Of social security and driver's licence numbers, passports, national provider numbers. */
const otherIdentifiers = /^(?:SS|SB|DL|PPN|NPI)$/;
const otherSystems = /us-ssn|us-npi/;

function rawOf(resource: PersonResource, role: RosterRole, options: ReadOptions): RawPerson {
  const { id, resourceType, name, telecom, address, identifier } = resource;
  const written = ({ text: whole, given, family }: (typeof name)[number]): string =>
    whole === '' ? [...given, family].join(' ') : whole;
  const usual = name.filter(isUsual);
  const [main] = usual.length > 0 ? usual : name;
  const has = main !== undefined && (main.family !== '' || main.given.length > 0);
  const records = identifier
    .filter(({ system, type }) => {
      return (
        !otherSystems.test(system) && !type.coding.some(({ code }) => otherIdentifiers.test(code))
      );
    })
    .map(({ value }) => value);
  const own = id === '' ? (records[0] ?? '') : id;
  return {
    // A practitioner may have the same id as a patient.
    id: role === 'patient' || own === '' ? own : `${resourceType}/${own}`,
    role,
    given: has ? main.given : [],
    family: has ? [main.family] : [],
    // FHIR has no form `family, given`.
    full: name
      .filter((one) => !has || one !== main)
      .map((one) => written(one).replaceAll(',', ' ')),
    birth: /^\d{4}(?:-\d{2})?$/.test(resource.birthDate) ? '' : resource.birthDate,
    phones: telecom
      .filter(({ system }) => ['phone', 'sms', 'fax', 'pager'].includes(system))
      .map(({ value }) => value),
    emails: telecom.filter(({ system }) => system === 'email').map(({ value }) => value),
    addresses: address.map((one) =>
      one.line.length === 0 && one.text !== ''
        ? one.text
        : addressOf(one.line, [one.city], [one.state], [one.postalCode]),
    ),
    records,
    mayBeSaid: options.staffMayBeSaid,
  };
}
