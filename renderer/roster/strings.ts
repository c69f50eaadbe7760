import type { RosterImport, RosterProblem } from '../../server/contract/roster.ts';
import { formatCount, plural } from '../lib/format.ts';

/** How far an import is: `12,500 of about 100,000 rows`. */
function rowsSoFar({ rows, rows_expected: expected }: RosterImport): string {
  const all = expected === null ? '' : ` of about ${formatCount(expected)}`;
  return `${formatCount(rows)}${all} rows`;
}

const states: Readonly<Record<RosterImport['state'], string>> = {
  running: 'The import is running.',
  finished: 'The import is done.',
  unreadable: 'The file is neither CSV nor FHIR. The roster is unchanged.',
  no_known_column: 'The first line has no column for people’s names. The roster is unchanged.',
  no_person: 'The file has no people in it. The roster is unchanged.',
  failed: 'The import failed. The roster is unchanged.',
};

const problems: Readonly<Record<RosterProblem['problem'], string>> = {
  malformed: 'Row refused: it is malformed',
  no_id: 'Row refused: it has no ID',
  no_name: 'Row refused: it has no name',
  not_a_person: 'Row refused: it is not a person',
  too_long: 'Row refused: the ID or a name is too long',
  birth_date_left_out: 'Birth date left out',
  phone_left_out: 'Phone number left out',
  email_left_out: 'Email address left out',
  values_left_out: 'A value left out: too long, or too many',
};

export const rosterStrings = {
  intro:
    'People your clinic knows. Their names and numbers are found in calls even when they are misheard. The list is encrypted.',
  people: {
    title: 'People',
    patient: 'Patients',
    relative: 'Relatives',
    staff: 'Staff',
    none: 'Nobody yet. Import a file to begin.',
    last: 'Last import',
    imported: 'Imported',
    refused: 'Rows refused',
    unread: 'Columns not read',
  },
  problems: {
    title: (shown: number) => `Problems of the last import (${plural(shown, 'row')})`,
    more: 'Only the first 1,000 are listed.',
    columns: { row: 'Row', problem: 'Problem' },
    texts: problems,
  },
  import: {
    title: 'Import',
    file: 'File',
    fileHint: 'CSV with a header, or FHIR as a bundle or NDJSON. At most 256 MiB.',
    fileChanged: 'The file was changed or moved since you chose it. Choose it again.',
    mode: 'What happens to the roster',
    modes: [
      ['replace', 'The file replaces it'],
      ['merge', 'The file is added to it'],
    ],
    role: 'People without a role in their row are',
    roles: [
      ['patient', 'patients'],
      ['relative', 'relatives'],
      ['staff', 'staff'],
    ],
    said: 'Names of staff may reach the model',
    button: 'Import',
    running: rowsSoFar,
    finished: ({ imported, problems: found }: Pick<RosterImport, 'imported' | 'problems'>) =>
      found.length === 0
        ? `The import is done: ${plural(imported, 'person', 'people')}.`
        : `The import is done: ${plural(imported, 'person', 'people')}. Look at ${plural(found.length, 'problem')} of the import.`,
    states,
  },
  search: {
    title: 'Find a person',
    intro: 'Shows real values. The audit log records that you looked, and why.',
    query: 'Name, number or ID',
    button: 'Find',
    none: 'Nobody found.',
    columns: { name: 'Name', birth: 'Born', phones: 'Phone', id: 'ID', act: 'Action' },
    remove: 'Delete',
    removeLabel: (name: string) => `Delete ${name}`,
    removeTitle: (name: string) => `Delete ${name} from the roster?`,
    removeText: 'Calls no longer recognize this person. Earlier backups still contain the roster.',
  },
  delete: {
    button: 'Delete the roster',
    title: 'Delete the whole roster?',
    text: 'Everyone on it is erased. Calls then rely on detection alone. Earlier backups still contain the roster.',
  },
} as const;
