import { z } from 'zod';
import { importFailures, importModes, omissions, refusals, rosterRoles } from '../domain/roster.ts';
import { Timestamp } from './ids.ts';

const role = z.enum(rosterRoles);

/** What an import says about a row; never a value. */
const RosterProblem = z.object({
  row: z.int().meta({
    description: 'The line in a CSV or NDJSON file, from 1; the number of the entry in a bundle.',
  }),
  problem: z.enum([...refusals, ...omissions]),
});
export type RosterProblem = z.infer<typeof RosterProblem>;

const exampleImport = {
  id: 'imp_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  mode: 'replace' as const,
  state: 'finished' as const,
  started_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:09.000Z',
  rows: 1204,
  rows_expected: 1204,
  imported: 1203,
  refused: 1,
  problems: [{ row: 88, problem: 'no_name' as const }],
  unknown_columns: ['Insurance'],
};

/** An import, while it runs and afterwards. */
export const RosterImport = z
  .object({
    id: z.string().meta({ description: '`imp_` and a ULID.' }),
    mode: z.enum(importModes),
    state: z.enum(['running', 'finished', ...importFailures]).meta({
      description:
        'Only a `finished` import has changed the roster. `unreadable`: neither CSV nor FHIR. `no_known_column`: the header has no column for people’s names. `no_person`: no row has a person.',
    }),
    started_at: Timestamp,
    updated_at: Timestamp,
    rows: z.int().meta({ description: 'Rows read so far.' }),
    rows_expected: z.int().nullable().meta({ description: 'About how many rows the file has.' }),
    imported: z.int().meta({ description: 'People. Of people with the same id the last counts.' }),
    refused: z.int().meta({ description: 'Rows without a person.' }),
    problems: z.array(RosterProblem).meta({
      description: 'The first 1,000 problems: refused rows, and values that were left out.',
    }),
    unknown_columns: z.array(z.string()).meta({ description: 'Columns that were not read.' }),
  })
  .meta({ id: 'RosterImport', examples: [exampleImport] });
export type RosterImport = z.infer<typeof RosterImport>;

export const OneRosterImport = z
  .object({ import: RosterImport })
  .meta({ id: 'OneRosterImport', examples: [{ import: exampleImport }] });

export type OneRosterImport = z.infer<typeof OneRosterImport>;

const counts = z.object({ patient: z.int(), relative: z.int(), staff: z.int() });

/** Answer of `GET /api/v1/roster`. */
export const RosterOverview = z
  .object({
    people: counts.meta({ description: 'How many people of each role the roster has.' }),
    last_import: RosterImport.nullable().meta({ description: 'The last one that was finished.' }),
    latest_import: RosterImport.nullable().meta({
      description: 'The one that began last; it may still run.',
    }),
  })
  .meta({
    id: 'RosterOverview',
    examples: [
      {
        people: { patient: 1190, relative: 0, staff: 13 },
        last_import: exampleImport,
        latest_import: exampleImport,
      },
    ],
  });
export type RosterOverview = z.infer<typeof RosterOverview>;

/** Query of `POST /api/v1/roster/imports`. */
export const RosterImportQuery = z.strictObject({
  mode: z
    .enum(['replace', 'merge'])
    .default('replace')
    .meta({
      description: 'Whether the file takes the place of the roster, or adds to it.',
      examples: ['merge'],
    }),
  role: role.default('patient').meta({
    description: 'The role of people whose row names none.',
    examples: ['staff'],
  }),
  staff_may_be_said: z
    .enum(['true', 'false'])
    .default('false')
    .meta({
      description: 'Whether names of staff may reach the model, where the file does not say.',
      examples: ['true'],
    }),
});

/** The body of an import; a string in the document, because OpenAPI has no other type for a file. */
export const RosterFile = z
  .string()
  .meta({ id: 'RosterFile', format: 'binary', examples: ['id,name\n88241,Ada Quennell\n'] });

/** Path of one import. Any text passes; an unknown id gets 404. */
export const RosterImportPath = z.object({
  import_id: z.string().meta({
    description: 'Id of an import: `imp_` and a ULID.',
    examples: ['imp_01M7YRT2V0Q8J5C4W9N6B3XKDE'],
  }),
});

/** Body of `POST /api/v1/roster/people/search`. In a body, because addresses get into logs. */
export const RosterSearch = z
  .strictObject({
    query: z
      .string()
      .trim()
      .min(2)
      .max(100)
      .meta({
        description: 'Words and numbers that must all occur in the person’s values.',
        examples: ['quennell'],
      }),
    limit: z.int().min(1).max(100).default(20),
  })
  .meta({ id: 'RosterSearch', examples: [{ query: 'quennell' }] });
export type RosterSearch = z.infer<typeof RosterSearch>;

const texts = z.array(z.string());

export const RosterPerson = z
  .object({
    id: z.string().meta({ description: "The clinic's own id." }),
    role,
    given_names: texts,
    family_names: texts,
    full_names: texts,
    birth_date: z.string().nullable(),
    phones: texts,
    emails: texts,
    addresses: texts,
    record_numbers: texts,
    may_be_said: z.boolean(),
  })
  .meta({ id: 'RosterPerson' });
export type RosterPerson = z.infer<typeof RosterPerson>;

export const RosterPeople = z
  .object({ data: z.array(RosterPerson) })
  .meta({ id: 'RosterPeople', examples: [{ data: [] }] });

export type RosterPeople = z.infer<typeof RosterPeople>;

/** Body of `POST /api/v1/roster/people/remove`. */
export const RosterRemoval = z
  .strictObject({
    id: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: "The clinic's own id.", examples: ['88241'] }),
  })
  .meta({ id: 'RosterRemoval', examples: [{ id: '88241' }] });
