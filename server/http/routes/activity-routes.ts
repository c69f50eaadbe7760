import { Readable } from 'node:stream';
import { z } from 'zod';
import { ActivityFilter, ActivityItem, ActivityPage, ActivityQuery } from '../../contract/audit.ts';
import { csvLine } from '../../contract/session-csv.ts';
import { toWire } from '../../contract/wire-form.ts';
import type { UserId } from '../../domain/ids.ts';
import type { User, Users } from '../../ports/users.ts';
import {
  type Activity,
  activityOf,
  isWanted,
  type WantedActivity,
} from '../../projections/activity.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { readPage } from './pagination.ts';

type ActivityDeps = RecordDeps & Pick<HttpDeps, 'activity' | 'users'>;

/** Who did what, out of the journal (decision 0089). */
export function activityRoutes(deps: ActivityDeps): Routes {
  return defineRoutes(deps, { tags: ['Audit'] }, listActivity, downloadActivity);
}

function listActivity(api: ApiScope, deps: ActivityDeps): void {
  api.get('/activity', {
    schema: {
      operationId: 'listActivity',
      summary: 'List what people did',
      description:
        'Every event of the journal that names a person, and failed sign-ins: newest first, as long as their records are kept.',
      querystring: ActivityQuery,
      response: { 200: ActivityPage },
    },
    handler: async ({ query }) => {
      const people = await peopleById(deps.users);
      return readPage(query, {
        list: ({ before, limit }) =>
          first(limit, activities(deps, wantedOf(query, people), before)),
        position: z.int(),
        positionOf: ({ seq }) => seq,
        toWire: (activity) => itemOf(activity, people),
      });
    },
  });
}

const csvType = 'text/csv';
/** A string in the document; the file is sent as it is made. */
const csvText = z.string() as z.ZodType as z.ZodType<Readable>;
const maxCsvRows = 100_000;
const columns = ['at', 'person', 'name', 'action', 'call', 'agent', 'details', 'seq'];

function downloadActivity(api: ApiScope, deps: ActivityDeps): void {
  api.get('/activity.csv', {
    schema: {
      operationId: 'downloadActivity',
      summary: 'Download what people did',
      description: `The same as CSV, at most ${maxCsvRows} rows. The journal records the download.`,
      querystring: ActivityFilter,
      response: { 200: { description: 'The rows.', content: { [csvType]: { schema: csvText } } } },
      responseHeaders: { 200: { 'content-disposition': 'A name for the file.' } },
    },
    handler: async (request, reply) => {
      const fields = { actor: userOf(request).id, part: 'activity' } as const;
      await recordEvent(deps, 'audit_exported', fields);
      const people = await peopleById(deps.users);
      return reply
        .type(csvType)
        .header('content-disposition', 'attachment; filename="activity.csv"')
        .send(Readable.from(csvLines(deps, request.query, people), { objectMode: false }));
    },
  });
}

type People = ReadonlyMap<string, User>;

async function* csvLines(deps: ActivityDeps, filter: ActivityFilter, people: People) {
  yield csvLine(columns);
  let left = maxCsvRows;
  for await (const activity of activities(deps, wantedOf(filter, people))) {
    if (left === 0) return;
    left -= 1;
    const { at, action, actor, sessionId = '', agentId = '', details, seq } = activity;
    const { login = actor ?? '', displayName = '' } = people.get(actor ?? '') ?? {};
    const rest = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`);
    yield csvLine([at, login, displayName, action, sessionId, agentId, rest.join('; '), seq]);
  }
}

/** A person may be named by id or by login, which people of two identity providers can share. */
function wantedOf({ person, action, ...rest }: ActivityFilter, people: People): WantedActivity {
  const named = [...people.values()].filter(({ login }) => login === person).map(({ id }) => id);
  return {
    ...rest,
    ...(person !== undefined && { persons: [person, ...named] }),
    ...(action !== undefined && { actions: action.split(',') }),
  };
}

const recordsAtOnce = 500;

/** The activity that is wanted, newest first. */
async function* activities(
  { activity }: ActivityDeps,
  wanted: WantedActivity,
  startBefore?: number,
): AsyncGenerator<Activity> {
  for (let before = startBefore, more = true; more; ) {
    const limit = recordsAtOnce;
    const records = await activity.activity({ ...(before !== undefined && { before }), limit });
    for (const record of records) {
      const found = activityOf(record);
      if (found !== undefined && isWanted(found, wanted)) yield found;
    }
    before = records.at(-1)?.seq;
    more = records.length === limit;
  }
}

async function first<T>(limit: number, items: AsyncIterable<T>): Promise<readonly T[]> {
  const taken: T[] = [];
  for await (const item of items) if (taken.push(item) >= limit) break;
  return taken;
}

/** Everybody who has signed in here. */
async function peopleById(users: Pick<Users, 'list'>): Promise<People> {
  const people = new Map<string, User>();
  for (let before: UserId | undefined, more = true; more; ) {
    const page = await users.list({ ...(before && { before }), limit: 100 });
    for (const user of page) people.set(user.id, user);
    before = page.at(-1)?.id;
    more = page.length === 100;
  }
  return people;
}

function itemOf({ actor, ...activity }: Activity, people: People): ActivityItem {
  const user = people.get(actor ?? '');
  const known = user && { login: user.login, name: user.displayName };
  const person = actor === null ? null : { id: actor, ...known };
  const changed = people.get(String(activity.details['user_id']));
  return toWire(ActivityItem, {
    ...activity,
    person,
    user: changed && { id: changed.id, login: changed.login, name: changed.displayName },
    sessionId: activity.sessionId,
    agentId: activity.agentId,
  });
}
