import { slotsOf } from '../../server/ingress/slots.ts';

/** An invented person, as documents write one. */
export interface InventedPerson {
  readonly last: string;
  readonly first: string;
  /** Year, month and day with two digits. */
  readonly born: readonly [year: string, month: string, day: string];
  readonly mrn: string;
  readonly ssn: string;
  /** Area code, exchange and line. */
  readonly phone: readonly [string, string, string];
  readonly street: string;
  readonly city: string;
  readonly zip: string;
  readonly email: string;
  readonly plan: string;
  readonly employer: string;
}

export const inventedPeople: readonly InventedPerson[] = [
  {
    last: 'Throckmorton',
    first: 'Ansel',
    born: ['1958', '02', '20'],
    mrn: '8965663',
    ssn: '536-48-1442',
    phone: ['202', '555', '0143'],
    street: '418 Quarry Ln',
    city: 'Brookhaven',
    zip: '39601',
    email: 'ansel.t@example.com',
    plan: 'W4471902836',
    employer: 'Harbor Light Seafood',
  },
  {
    last: 'Okonkwo-Vance',
    first: 'Imelda',
    born: ['1990', '11', '05'],
    mrn: '20417738',
    ssn: '417-22-9083',
    phone: ['617', '555', '0188'],
    street: '77 Tannery Rd Apt 4',
    city: 'Fitchburg',
    zip: '01420',
    email: 'imelda@example.org',
    plan: 'XJB550817264',
    employer: 'Tannery Row Books',
  },
  {
    last: "O'Daly",
    first: 'Ruadhan',
    born: ['2011', '07', '31'],
    mrn: '5583014',
    ssn: '231-65-7710',
    phone: ['312', '555', '0109'],
    street: '9 Cooper Ct',
    city: 'Elgin',
    zip: '60120',
    email: 'r.odaly@example.net',
    plan: '1EG4TE5MK73',
    employer: 'St. Brendan School',
  },
  {
    last: 'Zdunek',
    first: 'Mirela',
    born: ['1947', '12', '09'],
    mrn: '771042',
    ssn: '518-90-3326',
    phone: ['503', '555', '0171'],
    street: '2300 Foundry Ave',
    city: 'Astoria',
    zip: '97103',
    email: 'mzdunek@example.com',
    plan: 'KP00931827',
    employer: 'Foundry Sons',
  },
];

/** A way to write a document about a person, and what it then holds. */
export interface Layout {
  readonly layout: string;
  readonly write: (person: InventedPerson) => string;
  readonly holds: readonly (keyof typeof kinds)[];
}

const kinds = {
  last: 'NAME',
  first: 'NAME',
  dob: 'DOB',
  mrn: 'MRN',
  ssn: 'SSN',
  phone: 'PHONE',
  street: 'ADDRESS',
  city: 'LOCATION',
  zip: 'ZIP',
  email: 'EMAIL',
  plan: 'HEALTH_PLAN_ID',
  employer: 'ORGANIZATION',
} as const;

/** A document, and the kinds and values of the fields that must be read in it. */
export interface InventedDocument {
  readonly layout: string;
  readonly text: string;
  readonly fields: readonly (readonly [kind: string, value: string])[];
}

/** Each layout about each invented person. */
export function documentsOf(layouts: readonly Layout[]): readonly InventedDocument[] {
  return layouts.flatMap(({ layout, write, holds }) =>
    inventedPeople.map((person) => {
      const text = write(person);
      const fields = holds.map((what): readonly [string, string] => [
        kinds[what],
        formsOf(what, person).find((form) => text.includes(form)) ?? '',
      ]);
      return { layout: `${layout}, of ${person.last}`, text, fields };
    }),
  );
}

/** How documents write a value. */
function formsOf(what: keyof typeof kinds, person: InventedPerson): readonly string[] {
  const [year, month, day] = person.born;
  const [area, exchange, line] = person.phone;
  switch (what) {
    case 'dob':
      return [
        `${year}-${month}-${day}`,
        `${month}/${day}/${year}`,
        `${year}${month}${day}`,
        `${year}, ${Number(month)}, ${Number(day)}`,
        year,
      ];
    case 'phone':
      return [
        ...['+1-', ''].flatMap((code) =>
          ['-', '.', ''].map((sign) => code + person.phone.join(sign)),
        ),
        `(${area})${exchange}-${line}`,
        `(${area}) ${exchange} ${line}`,
        line,
      ];
    case 'ssn':
      return [person.ssn, person.ssn.replaceAll('-', ''), person.ssn.slice(-4)];
    case 'email':
      return [person.email, person.email.replace('@', '%40')];
    default:
      return [person[what], person[what].replace("'", "''"), person[what].toUpperCase()];
  }
}

function slotsIn(text: string) {
  const said = {
    holder: { text },
    key: 'text',
    path: 'text',
    speaker: 'tool',
    as: 'words',
  } as const;
  return [...slotsOf([said])].filter((slot) => slot !== undefined);
}

/** Kind and value of every field that the opened text has, in order. */
export function fieldsIn(text: string): readonly (readonly [kind: string, value: string])[] {
  return slotsIn(text).flatMap(({ text: own, fields = [] }) =>
    fields.map(({ kind, start, end }): [string, string] => [kind, own.slice(start, end)]),
  );
}

/** The values of a document that are left where its fields of their kind are taken out. */
export function unreadFields({ text, fields }: InventedDocument): InventedDocument['fields'] {
  const slots = slotsIn(text);
  const leftOf = (kind: string): string =>
    slots
      .map(({ text: own, fields: read = [] }) =>
        read
          .filter((field) => field.kind === kind)
          .reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, own),
      )
      .join(' ');
  return fields.filter(([kind, value]) => {
    const [longest = ''] = (value.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted(
      (a, b) => b.length - a.length,
    );
    return leftOf(kind).includes(longest);
  });
}
