import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maxProblems, type Person } from '../../../server/domain/roster.ts';
import { findPeople } from '../../../server/roster-import/find-people.ts';
import { importRoster } from '../../../server/roster-import/import-roster.ts';
import { memoryRoster } from '../../support/memory/roster.ts';

const fileKey = createSecretKey(Buffer.alloc(32, 3));
const clock = { now: () => Date.parse('2026-11-21T10:00:00.000Z'), monotonicUs: () => 0 };

interface Choices {
  readonly old?: readonly Person[];
  readonly mode?: 'replace' | 'merge';
  readonly role?: 'patient' | 'staff';
  readonly chunk?: number;
  readonly record?: () => Promise<void>;
}

/** Imports a file in small chunks into a roster in memory. */
async function imported(file: string | Buffer, choices: Choices = {}) {
  const { old, mode = 'replace', role = 'patient', chunk = 7, record = async () => {} } = choices;
  const store = memoryRoster(old);
  const bytes = Buffer.from(file);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const report = await importRoster(
    { roster: store, clock, fileKey, record },
    { bytes: chunks(), size: bytes.length },
    { id: 'imp_01KAHZ00000000000000000000', mode, role, staffMayBeSaid: false },
  );
  const people: Person[] = [];
  for await (const batch of store.people()) people.push(...batch);
  return { report, people, store };
}

const mrs: Person = {
  id: '88241',
  role: 'patient',
  givenNames: ['Marisol', 'Inés'],
  familyNames: ['Quennell', 'de la Vega'],
  fullNames: [],
  birthDate: '1961-04-09',
  phones: ['(202) 555-0142', '202-555-0143'],
  emails: ['m.quennell@example.com'],
  addresses: ['4 Elm St, Apt 2, Ames, IA 50010'],
  recordNumbers: ['MRN-88241'],
  mayBeSaid: false,
};

describe('a CSV file', () => {
  it('gives a person of each row, whatever its chunks, order of columns and style of names', async () => {
    const file =
      '\ufeffPatient ID,LAST_NAME,First Name,middle,DOB,Home Phone,cell,E-Mail,ADD_LINE_1,Address 2,City,State,Zip,MRN,Sex\r\n' +
      '88241,Quennell de la Vega,Marisol,Inés,04/09/1961,(202) 555-0142,202-555-0143,m.quennell@example.com,4 Elm St,Apt 2,Ames,IA,50010,MRN-88241,F\r\n';
    for (const chunk of [1, 7, 4096]) {
      const { report, people } = await imported(file, { chunk });
      expect(people).toEqual([mrs]);
      expect(report).toMatchObject({ state: 'finished', rows: 1, imported: 1, refused: 0 });
      expect(report?.unknownColumns).toEqual(['Sex']);
      expect(report?.fileHmac).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it.each([
    ['semicolons', 'id;name\n1;Ada Quennell\n'],
    ['tabs', 'id\tname\n1\tAda Quennell\n'],
    ['quoted names with line breaks', 'id,name\n1,"Ada\nQuennell"\n'],
    ['UTF-16', Buffer.from('\ufeffid\tname\n1\tAda Quennell\n', 'utf16le')],
    ['family names first', 'id,name\n1,"QUENNELL, ADA"\n'],
  ])('is read with %s', async (_what, file) => {
    const [person] = (await imported(file)).people;
    const { givenNames = [], familyNames = [], fullNames = [] } = person ?? {};
    expect([...fullNames, ...givenNames, ...familyNames].join(' ').toLowerCase()).toBe(
      'ada quennell',
    );
  });

  it('is read in the code page of Western Windows where it is not UTF-8', async () => {
    const { people } = await imported(Buffer.from('id,last name\n1,Muñoz\n', 'latin1'));
    expect(people[0]?.familyNames).toEqual(['Muñoz']);
  });

  it('names roles, record numbers and staff whose names may be said in columns', async () => {
    const { people } = await imported(
      'mrn,name,role,may be said\n7,Ada Quennell,,\n8,Ngozi Okafor,Staff,yes\n9,Bo Lind,relative,yes\n',
    );
    expect(people.map(({ id, role, mayBeSaid }) => [id, role, mayBeSaid])).toEqual([
      ['7', 'patient', false],
      ['8', 'staff', true],
      ['9', 'relative', false],
    ]);
  });

  it('needs no ids: people with the same names and birth date are the same', async () => {
    const { people } = await imported('name\nNgozi Okafor\nNgozi  Okafor\nBo Lind\n', {
      role: 'staff',
    });
    expect(people.map(({ id }) => id)).toEqual(['ngozi okafor', 'bo lind']);
  });

  it.each([
    ['1961-04-09', '1961-04-09'],
    ['19610409', '1961-04-09'],
    ['1961-04-09T00:00:00', '1961-04-09'],
    ['4/9/1961', '1961-04-09'],
    ['23/4/1961', '1961-04-23'],
    ['9-Apr-1961', '1961-04-09'],
    ['April 9, 1961', '1961-04-09'],
    ['02/30/1961', null],
    ['61-4-9', null],
    ['', null],
  ])('with the birth date %j gives %j', async (written, birthDate) => {
    const { people, report } = await imported(`id,name,dob\n1,Ada Quennell,"${written}"\n`);
    expect(people[0]?.birthDate).toBe(birthDate);
    const left = birthDate === null && written !== '';
    expect(report?.problems).toEqual(left ? [{ row: 2, problem: 'birth_date_left_out' }] : []);
  });

  it('has its problems reported by line, without values, and its other rows imported', async () => {
    const { people, report } = await imported(
      `id,name,phone,email\n1,Ada Quennell,none,-\n2,,202 555 0142,\n\n3,Bo Lind,12,nobody\n4,${'x'.repeat(201)},,\n5,Ed,,,,,\n`,
    );
    expect(people.map(({ id }) => id)).toEqual(['1', '3']);
    expect(report?.problems).toEqual([
      { row: 3, problem: 'no_name' },
      { row: 5, problem: 'phone_left_out' },
      { row: 5, problem: 'email_left_out' },
      { row: 6, problem: 'too_long' },
      { row: 7, problem: 'malformed' },
    ]);
    expect(report).toMatchObject({ rows: 5, imported: 2, refused: 3 });
  });

  it('lists a bounded number of problems', async () => {
    const { report } = await imported(`id,name\n0,Ada\n${'1,\n'.repeat(maxProblems + 5)}`, {
      chunk: 4096,
    });
    expect(report).toMatchObject({ refused: maxProblems + 5 });
    expect(report?.problems).toHaveLength(maxProblems);
  });

  it.each([
    ['no_known_column', 'Ada,Quennell,1961\nBo,Lind,1970\n'],
    ['no_person', ''],
    ['no_person', 'id,name\n'],
    ['unreadable', `id,name\n1,"${'x'.repeat(70_000)}\n`],
    ['unreadable', 'id,name\n1,Ada Quennell\n2,"Bo Lind\n3,Ed Moe\n'],
    ['unreadable', '{"some": "json"}'],
  ] as const)('changes nothing when it is of no use: %s', async (state, file) => {
    const { report, people } = await imported(file, { old: [mrs], chunk: 4096 });
    expect(report).toMatchObject({ state, fileHmac: '' });
    expect(people).toEqual([mrs]);
  });

  it('shows no cell of a file without a header', async () => {
    const { report } = await imported(
      'name,Ada Quennell 1961,x@example.com,ok_header\nBo Lind,,,\n',
    );
    expect(report?.unknownColumns).toEqual(['column 2', 'column 3', 'ok_header']);
  });
});

const patient = {
  resourceType: 'Patient',
  id: '88241',
  name: [
    { use: 'official', family: 'Quennell de la Vega', given: ['Marisol', 'Inés'] },
    { use: 'maiden', family: 'Ødegaard', given: ['Marisol'] },
  ],
  birthDate: '1961-04-09',
  telecom: [
    { system: 'phone', value: '(202) 555-0142' },
    { system: 'sms', value: '202-555-0143' },
    { system: 'email', value: 'm.quennell@example.com' },
    { system: 'url', value: 'https://example.com' },
  ],
  address: [{ line: ['4 Elm St', 'Apt 2'], city: 'Ames', state: 'IA', postalCode: '50010' }],
  identifier: [
    { type: { coding: [{ code: 'MR' }] }, value: 'MRN-88241' },
    { system: 'http://hl7.org/fhir/sid/us-ssn', value: '999-01-0142' },
  ],
};
const practitioner = {
  resourceType: 'Practitioner',
  id: '88241',
  name: [{ text: 'Dr. Ngozi Okafor "{[" \\' }],
};
const other = { resourceType: 'Observation', id: 'o-1' };
const bundle = {
  resourceType: 'Bundle',
  link: [{ relation: 'self', url: 'https://example.com/{x}' }],
  entry: [{ fullUrl: 'urn:1', resource: patient }, { resource: other }, { resource: practitioner }],
};
const told: readonly Person[] = [
  { ...mrs, fullNames: ['Marisol Ødegaard'] },
  {
    id: 'Practitioner/88241',
    role: 'staff',
    givenNames: [],
    familyNames: [],
    fullNames: ['Dr. Ngozi Okafor "{[" \\'],
    birthDate: null,
    phones: [],
    emails: [],
    addresses: [],
    recordNumbers: [],
    mayBeSaid: false,
  },
];

describe('FHIR', () => {
  it.each([
    ['a bundle on one line', JSON.stringify(bundle)],
    ['a bundle on many lines', JSON.stringify(bundle, null, 2)],
    ['NDJSON', [patient, other, practitioner].map((one) => JSON.stringify(one)).join('\n')],
  ])('gives patients, relatives and practitioners: %s', async (_form, file) => {
    for (const chunk of [1, 2, 3, 4096]) {
      const { people, report } = await imported(file, { chunk });
      expect(people).toEqual(told);
      expect(report?.problems).toEqual([{ row: 2, problem: 'not_a_person' }]);
    }
  });

  it('refuses what is cut short in the middle, and keeps the resources before', async () => {
    const { people } = await imported(JSON.stringify(bundle).slice(0, -60));
    expect(people).toEqual(told.slice(0, 1));
  });
});

describe('an import', () => {
  it('merges where it is told to', async () => {
    const { people } = await imported('id,name\n9,Bo Lind\n', { old: [mrs], mode: 'merge' });
    expect(people.map(({ id }) => id)).toEqual(['88241', '9']);
  });

  it('leaves the old roster in force when the journal cannot record it', async () => {
    const store = memoryRoster([mrs]);
    const failed = importRoster(
      { roster: store, clock, fileKey, record: () => Promise.reject(new Error('no journal')) },
      { bytes: bytesOf('id,name\n9,Bo Lind\n'), size: 18 },
      {
        id: 'imp_01KAHZ00000000000000000000',
        mode: 'replace',
        role: 'patient',
        staffMayBeSaid: false,
      },
    );
    await expect(failed).rejects.toThrow('no journal');
    expect(await store.has('9')).toBe(false);
    expect((await store.imports()).latest?.state).toBe('failed');
  });

  it.each([
    ['quennell MARISOL', 1],
    ['vega ines', 1],
    ['2025550142', 1],
    ['1961', 1],
    ['quennell robert', 0],
  ])('makes people findable by words and digits: %s', async (query, found) => {
    expect(await findPeople(memoryRoster([mrs]), query, 5)).toHaveLength(found);
  });
});

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}
