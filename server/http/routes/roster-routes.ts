import { z } from 'zod';
import {
  OneRosterImport,
  RosterFile,
  RosterImport,
  RosterImportPath,
  RosterImportQuery,
  RosterOverview,
  RosterPeople,
  RosterPerson,
  RosterRemoval,
  RosterSearch,
} from '../../contract/roster.ts';
import { toWire } from '../../contract/wire-form.ts';
import { Fault } from '../../domain/fault.ts';
import type { ImportReport } from '../../domain/roster.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { RejectedBody } from '../server/error-responses.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { requireReveal } from '../sign-in/reveals.ts';
import { userOf } from '../sign-in/session-cookies.ts';

type RosterDeps = RecordDeps & Pick<HttpDeps, 'roster'>;

/** The people that the clinic knows (decision 0081). */
export function rosterRoutes(deps: RosterDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Roster'] },
    getRoster,
    getRosterImport,
    deleteRoster,
    removePerson,
    searchRoster,
  );
}

/** The one route that takes a file; apart from the others, which take JSON only. */
export function rosterImportRoute(deps: RosterDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Roster'] },
    (api) => {
      api.removeAllContentTypeParsers();
      api.addContentTypeParser(
        [...rosterFileTypes],
        async (_request: unknown, body: unknown) => body,
      );
    },
    importRoster,
  );
}

const rosterFileTypes = [
  'application/json',
  'application/fhir+json',
  'application/x-ndjson',
  'application/fhir+ndjson',
  'text/csv',
  'application/octet-stream',
] as const;

/** Of a file, in bytes. */
const maxFile = 256 * 1024 * 1024;

function importRoster(api: ApiScope, { roster, ...deps }: RosterDeps): void {
  api.post('/roster/imports', {
    schema: {
      operationId: 'importRoster',
      summary: 'Import people into the roster',
      description:
        'The body is a CSV file with a header, or FHIR: a bundle of Patient, Practitioner and RelatedPerson, or NDJSON of them; at most 256 MiB. The import runs after the answer; the roster in force changes when the whole file is read.',
      querystring: RosterImportQuery,
      file: { types: rosterFileTypes, schema: RosterFile },
      response: { 202: OneRosterImport },
      errors: ['import_running'],
    },
    handler: async (request, reply) => {
      const { mode, role, staff_may_be_said: said } = request.query;
      const actor = userOf(request).id;
      const body = request.body as AsyncIterable<Uint8Array> | undefined;
      if (body === undefined || body === null) {
        throw new Fault('validation_failed', 'send the file as the body of the request');
      }
      const report = await roster.startImport(
        limited(body),
        { mode, role, staffMayBeSaid: said === 'true' },
        (fields) => recordEvent(deps, 'roster_imported', { actor, ...fields }),
      );
      return reply.code(202).send({ import: importToWire(report) });
    },
  });
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxFile) throw new RejectedBody(413);
    yield chunk;
  }
}

function getRoster(api: ApiScope, { roster }: RosterDeps): void {
  api.get('/roster', {
    schema: {
      operationId: 'getRoster',
      summary: 'Get the state of the roster',
      description: 'How many people it has, and its last import. No personal values.',
      response: { 200: RosterOverview },
    },
    handler: async () => {
      const { counts, latest, finished } = await roster.overview();
      return {
        people: counts,
        last_import: finished === undefined ? null : importToWire(finished),
        latest_import: latest === undefined ? null : importToWire(latest),
      };
    },
  });
}

function getRosterImport(api: ApiScope, { roster }: RosterDeps): void {
  api.get('/roster/imports/:import_id', {
    schema: {
      operationId: 'getRosterImport',
      summary: 'Get the progress of an import',
      description: 'The import that began last, or the last one that was finished.',
      params: RosterImportPath,
      response: { 200: OneRosterImport },
      errors: ['not_found'],
    },
    handler: async ({ params }) => {
      const report = await roster.importOf(params.import_id);
      if (report === undefined) throw new Fault('not_found', 'there is no import with this id');
      return { import: importToWire(report) };
    },
  });
}

function deleteRoster(api: ApiScope, { roster, ...deps }: RosterDeps): void {
  api.delete('/roster', {
    schema: {
      operationId: 'deleteRoster',
      summary: 'Delete the roster',
      description: 'Erases everyone. The journal records that it happened.',
      response: { 204: z.undefined() },
    },
    handler: async (request, reply) => {
      const { counts } = await roster.overview();
      // Recorded first: after a crash in between the roster is still there, and the admin tries again.
      const { patient: patients, relative: relatives, staff } = counts;
      const fields = { actor: userOf(request).id, patients, relatives, staff };
      await recordEvent(deps, 'roster_deleted', fields);
      await roster.clear();
      return reply.code(204).send();
    },
  });
}

function searchRoster(api: ApiScope, { roster, ...deps }: RosterDeps): void {
  api.post('/roster/people/search', {
    schema: {
      operationId: 'searchRoster',
      summary: 'Search the roster',
      description:
        'Shows values of the people whom the query finds, while the roster is revealed (`POST /api/v1/reveals`). The journal records that somebody searched, not the query.',
      body: RosterSearch,
      response: { 200: RosterPeople },
    },
    handler: async (request) => {
      const { query, limit } = request.body;
      requireReveal(request, 'roster', deps.clock.now());
      const fields = { actor: userOf(request).id, store: 'roster' } as const;
      await recordEvent(deps, 'values_searched', fields);
      const people = await roster.find(query, limit);
      return { data: people.map((person) => toWire(RosterPerson, person)) };
    },
  });
}

function removePerson(api: ApiScope, { roster, ...deps }: RosterDeps): void {
  api.post('/roster/people/remove', {
    schema: {
      operationId: 'removeRosterPerson',
      summary: 'Remove a person from the roster',
      description:
        "Erases the person with this id. The clinic's id is in the body, because addresses get into logs.",
      body: RosterRemoval,
      response: { 204: z.undefined() },
      errors: ['not_found'],
    },
    handler: async (request, reply) => {
      const actor = userOf(request).id;
      const record = () => recordEvent(deps, 'roster_person_deleted', { actor });
      if (!(await roster.remove(request.body.id, record))) {
        throw new Fault('not_found', 'nobody in the roster has this id');
      }
      return reply.code(204).send();
    },
  });
}

function importToWire(report: ImportReport) {
  return toWire(RosterImport, report);
}
