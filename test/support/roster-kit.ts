import type { ImportReport, Person } from '../../server/domain/roster.ts';

const beganAt = Date.parse('2026-11-21T09:00:00.000Z');
let made = 0;

/** An ISO time, in milliseconds after the moment at which all imports of tests began. */
export const msLater = (ms: number): string => new Date(beganAt + ms).toISOString();

/** An import that has just begun. */
export function anImport(change: Partial<ImportReport> = {}): ImportReport {
  made += 1;
  return {
    id: `imp_01KAHZ00000000000000${String(made).padStart(6, '0')}`,
    mode: 'replace',
    state: 'running',
    startedAt: msLater(0),
    updatedAt: msLater(0),
    rows: 0,
    rowsExpected: null,
    imported: 0,
    refused: 0,
    problems: [],
    unknownColumns: [],
    fileHmac: '',
    ...change,
  };
}

export function aPerson(id: string, change: Partial<Person> = {}): Person {
  return {
    id,
    role: 'patient',
    givenNames: ['Marisol'],
    familyNames: ['Quennell'],
    fullNames: [],
    birthDate: '1961-04-09',
    phones: ['(202) 555-0142'],
    emails: [],
    addresses: [],
    recordNumbers: [id],
    mayBeSaid: false,
    ...change,
  };
}
