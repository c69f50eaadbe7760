import { Readable } from 'node:stream';
import { z } from 'zod';
import { AgentId, AgentPath, SessionId, SessionPath } from '../../contract/ids.ts';
import { hasRight } from '../../contract/rights.ts';
import { csvHead, maxCsvSessions, sessionCsvLine } from '../../contract/session-csv.ts';
import {
  FoundSessions,
  FoundTexts,
  OneSession,
  type SessionEvent,
  SessionEventPage,
  SessionEventsQuery,
  SessionFilters,
  SessionListQuery,
  SessionPage,
  SessionSearch,
  SessionSummary,
  SessionTextSearch,
} from '../../contract/sessions.ts';
import { toWire } from '../../contract/wire-form.ts';
import type { EventKind, JournalRecord } from '../../domain/event.ts';
import { Fault } from '../../domain/fault.ts';
import { type SessionSummary as DomainSummary, orderValue } from '../../domain/session.ts';
import { shortestBeginning, soughtWords, tagWord } from '../../domain/speech/said-words.ts';
import type { SessionFilter, SessionQuery, SessionRow } from '../../ports/session-summaries.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { invalidRequest } from '../server/validator.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { findAgent } from './agent-routes.ts';
import { readPage } from './pagination.ts';
import { sessionFilter, sessionOrder } from './session-filter.ts';

type SessionDeps = RecordDeps &
  Pick<
    HttpDeps,
    'agents' | 'summaries' | 'callSearch' | 'remarks' | 'wordIndexing' | 'supportedKinds'
  >;

/** `session_seq` of the last event of a page. */
const EventPosition = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
/** What the list is ordered by, and the id, of the last session of a page. */
const SessionPosition = z.tuple([z.int().min(0), SessionId]);
const AgentSessionsQuery = SessionListQuery.omit({ agent_id: true });

/** Session summaries and their journal records (spec, GET /api/v1/sessions; design D30). */
export function sessionRoutes(deps: SessionDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Sessions'] },
    listSessionEvents,
    listSessions,
    searchSessions,
    searchSessionTexts,
    exportSessions,
    listAgentSessions,
    getSession,
  );
}

function listSessionEvents(api: ApiScope, deps: SessionDeps): void {
  api.get('/sessions/:session_id/events', {
    schema: {
      operationId: 'listSessionEvents',
      summary: 'List the audit log events of a call',
      description:
        'Oldest first, in the form that the journal hashes. What people wrote in their own words, such as the `note` of a reveal, is left out for people without the right to review; those events are no leaves of the call.',
      params: SessionPath,
      querystring: SessionEventsQuery,
      response: { 200: SessionEventPage },
      errors: ['session_not_found'],
    },
    handler: async (request) => {
      const { params, query } = request;
      const id = SessionId.safeParse(params.session_id);
      const mayReview = hasRight(userOf(request).role, 'review');
      return readPage(query, {
        list: async ({ limit, before }) => {
          const from = before === undefined ? 0 : before + 1;
          const found = id.success
            ? await deps.journal.read({ sessionId: id.data, from, limit })
            : [];
          // The journal may be ahead of the summaries, and a summary may outlive its pruned events.
          if (found.length === 0) await findSession(deps, params.session_id);
          return found;
        },
        position: EventPosition,
        positionOf: (record) => record.session_seq ?? 0,
        // A record that was read by its session has its id and `session_seq`.
        toWire: (record) => (mayReview ? record : withoutOwnWords(record)) as SessionEvent,
      });
    },
  });
}

/** What people write in their own words into events of a call: it must name no patient, and nothing can check that. */
const ownWords: Partial<Record<EventKind, readonly string[]>> = {
  regulated_view_opened: ['note'],
  legal_hold_placed: ['matter', 'reason', 'reviewer'],
};

/** As people may read it who may not read what others did (decision 0107). */
function withoutOwnWords(record: JournalRecord): JournalRecord {
  const words = ownWords[record.kind];
  if (words === undefined) return record;
  const kept = Object.entries(record).filter(([field]) => !words.includes(field));
  return Object.fromEntries(kept) as JournalRecord;
}

function listSessions(api: ApiScope, deps: SessionDeps): void {
  api.get('/sessions', {
    schema: {
      operationId: 'listSessions',
      summary: 'List calls',
      description: 'Newest first, unless `sort` says otherwise.',
      querystring: SessionListQuery,
      response: { 200: SessionPage },
    },
    handler: ({ query }) => readSessions(deps, query),
  });
}

function searchSessions(api: ApiScope, deps: SessionDeps): void {
  api.post('/sessions/searches', {
    schema: {
      operationId: 'searchSessions',
      summary: 'Find calls by a value',
      description:
        'The calls in which this value was replaced by a token, newest first, whichever masking key did it. A value that a policy redacts or replaces by a synthetic one leaves no token, and is not found. The journal records who searched and how many calls were found, not the value.',
      body: SessionSearch,
      response: { 200: FoundSessions },
    },
    handler: async (request) => {
      const { value, kind, limit, cursor } = request.body;
      if (kind !== undefined && !deps.supportedKinds.has(kind))
        throw invalidRequest([{ path: 'kind', message: 'is not a kind that can be masked' }]);
      const kinds = kind === undefined ? [...deps.supportedKinds] : [kind];
      const filter = { searchKeys: deps.callSearch.keysOfValue(value, kinds) };
      const [page, since] = await Promise.all([
        pageOfSessions(deps, { limit, cursor }, filter),
        deps.summaries.searchableSince(),
      ]);
      await recordEvent(deps, 'values_searched', {
        actor: userOf(request).id,
        store: 'calls',
        calls_found: page.total,
        ...(kind !== undefined && { entity_kind: kind }),
      });
      return { ...page, searchable_since: since };
    },
  });
}

function searchSessionTexts(api: ApiScope, deps: SessionDeps): void {
  api.post('/sessions/text-searches', {
    schema: {
      operationId: 'searchSessionTexts',
      summary: 'Find calls by words or a tag',
      description:
        'The calls that are over and in which all of these words were said, by the caller or by the model, and those with a tag, in the order of the list. Words in quotation marks must follow each other in what one of them said; a word with `*` behind it may go on. It searches the public side as the policy keeps it, with placeholders in place of values: calls without kept texts, and calls whose texts were erased, are not found. `since` has no default here. The journal records who searched and how many calls were found, not the words and the tag.',
      body: SessionTextSearch,
      response: { 200: FoundTexts },
    },
    handler: async (request) => {
      const { text, tag, ...query } = request.body;
      const { inOrder } = deps.wordIndexing;
      const said = text === undefined ? [] : wantedWords(text, inOrder);
      await deps.wordIndexing.catchUp();
      const wanted = await wantedSessions(deps, query, { wide: true });
      const tags = tag === undefined ? [] : [{ words: [tagWord(tag)], isBeginning: false }];
      const filter = { ...wanted, words: [...said, ...tags] };
      const [page, unread] = await Promise.all([
        pageOfSessions(deps, query, filter, sessionOrder(query.sort)),
        deps.wordIndexing.missing(),
      ]);
      const fields = {
        actor: userOf(request).id,
        store: 'texts',
        calls_found: page.total,
      } as const;
      await recordEvent(deps, 'values_searched', fields);
      const apart = !inOrder && said.some(({ words }) => words.length > 1);
      return { ...page, unread_calls: unread, word_by_word: apart };
    },
  });
}

/** The words that a text asks for; Fault `validation_failed` for what this service cannot look for. */
function wantedWords(text: string, inOrder: boolean): ReturnType<typeof soughtWords> {
  const sought = soughtWords(text);
  const refuse = (message: string) => invalidRequest([{ path: 'text', message }]);
  if (sought.length === 0) throw refuse('must have a word or a number');
  const beginnings = sought.flatMap(({ words, isBeginning }) =>
    isBeginning ? words.slice(-1) : [],
  );
  if (beginnings.length > 0 && !inOrder)
    throw refuse('must have whole words: in PostgreSQL this service knows no beginnings of words');
  if (beginnings.some((word) => word.length < shortestBeginning))
    throw refuse(`must have at least ${shortestBeginning} letters before a *`);
  return sought;
}

function exportSessions(api: ApiScope, deps: SessionDeps): void {
  api.get('/sessions.csv', {
    schema: {
      operationId: 'exportSessions',
      summary: 'Download calls as CSV',
      description: `One line for each matching session, at most ${maxCsvSessions}. The journal records this request.`,
      querystring: SessionFilters,
      response: {
        200: {
          description: 'The sessions, in the order of the list.',
          content: { [csvType]: { schema: csvText } },
        },
      },
      responseHeaders: { 200: { 'content-disposition': 'A name for the file.' } },
    },
    handler: async (request, reply) => {
      const filter = await wantedSessions(deps, request.query);
      const query = { ...filter, ...sessionOrder(request.query.sort) };
      await recordEvent(deps, 'sessions_exported', { actor: userOf(request).id });
      return reply
        .type(csvType)
        .header('content-disposition', 'attachment; filename="calls.csv"')
        .send(Readable.from(csvLines(deps, query), { objectMode: false }));
    },
  });
}

const csvType = 'text/csv';
/** A string in the document. */
const csvText = z.string() as z.ZodType as z.ZodType<Readable>;
const csvPage = 1_000;

async function* csvLines(
  deps: SessionDeps,
  query: Omit<SessionQuery, 'limit'>,
): AsyncGenerator<string> {
  yield csvHead;
  let after: SessionQuery['after'];
  for (let left = maxCsvSessions; left > 0; ) {
    const limit = Math.min(csvPage, left);
    const listed = await deps.summaries.list({ ...query, limit, ...(after && { after }) });
    const page = await withTags(deps, listed);
    yield page.map((summary) => sessionCsvLine(toWire(SessionSummary, summary))).join('');
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    after = { value: orderValue(last, query.order), id: last.id };
    left -= page.length;
  }
}

function listAgentSessions(api: ApiScope, deps: SessionDeps): void {
  api.get('/agents/:agent_id/sessions', {
    schema: {
      operationId: 'listAgentSessions',
      summary: "List an agent's calls",
      description:
        'Newest first, unless `sort` says otherwise. The sessions of a deleted agent are still there.',
      params: AgentPath,
      querystring: AgentSessionsQuery,
      response: { 200: SessionPage },
      errors: ['agent_not_found'],
    },
    handler: async ({ params, query }) => {
      const id = AgentId.safeParse(params.agent_id);
      const page = id.success ? await readSessions(deps, { ...query, agent_id: id.data }) : null;
      // Sessions outlive their agent, so only an agent without sessions can be unknown.
      if (page === null || page.data.length === 0) await findAgent(deps, params.agent_id);
      return page ?? { data: [], next_cursor: null, total: 0 };
    },
  });
}

function getSession(api: ApiScope, deps: SessionDeps): void {
  api.get('/sessions/:session_id', {
    schema: {
      operationId: 'getSession',
      summary: 'Get a call',
      params: SessionPath,
      response: { 200: OneSession },
      errors: ['session_not_found'],
    },
    handler: async ({ params }) => {
      const { summary } = await findSession(deps, params.session_id);
      const [session] = await withTags(deps, [summary]);
      return { session: toWire(SessionSummary, session ?? summary) };
    },
  });
}

/** The session with this id; Fault `session_not_found` for unknown and malformed ids. */
export async function findSession(
  { summaries }: Pick<HttpDeps, 'summaries'>,
  id: string,
): Promise<SessionRow> {
  const parsed = SessionId.safeParse(id);
  const row = parsed.success ? await summaries.get(parsed.data) : undefined;
  if (row === undefined) throw new Fault('session_not_found', 'there is no call with this ID');
  return row;
}

async function readSessions(deps: SessionDeps, query: SessionListQuery): Promise<SessionPage> {
  const filter = await wantedSessions(deps, query);
  return pageOfSessions(deps, query, filter, sessionOrder(query.sort));
}

/** The sessions that a query asks for: `q` may be the platform's call id. */
async function wantedSessions(
  { summaries, callSearch, clock }: SessionDeps,
  query: SessionFilters,
  window?: { readonly wide: boolean },
): Promise<SessionFilter> {
  const filter = sessionFilter(query, clock.now(), window);
  const { idPrefix, ...others } = filter;
  if (query.q === undefined) return filter;
  const searchKeys = await callSearch.keysOfCallId(query.q, query.agent_id);
  return (await summaries.count({ searchKeys })) > 0 ? { ...others, searchKeys } : filter;
}

/** Sessions with their tags, for the wire. */
async function withTags(
  { remarks }: Pick<SessionDeps, 'remarks'>,
  summaries: readonly DomainSummary[],
) {
  const found = summaries.length === 0 ? [] : await remarks.of(summaries.map(({ id }) => id));
  const tagsOf = new Map(found.map(({ id, tags }) => [id, tags.length > 0 ? tags : undefined]));
  return summaries.map((summary) => ({ ...summary, tags: tagsOf.get(summary.id) }));
}

async function pageOfSessions(
  { summaries, remarks }: SessionDeps,
  query: Pick<SessionListQuery, 'limit' | 'cursor'>,
  filter: SessionFilter,
  order: ReturnType<typeof sessionOrder> = {},
): Promise<SessionPage> {
  const [page, total] = await Promise.all([
    readPage(query, {
      list: async ({ limit, before }) => {
        const after = before && { after: { value: before[0], id: before[1] } };
        return withTags(
          { remarks },
          await summaries.list({ ...filter, ...order, limit, ...after }),
        );
      },
      position: SessionPosition,
      positionOf: (summary): z.infer<typeof SessionPosition> => [
        orderValue(summary, order.order),
        summary.id,
      ],
      toWire: (summary) => toWire(SessionSummary, summary),
    }),
    summaries.count(filter),
  ]);
  return { ...page, total };
}
