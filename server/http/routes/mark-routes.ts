import { MarkId, SessionPath } from '../../contract/ids.ts';
import {
  AddedMark,
  AddMark,
  DecidedMark,
  DecideMark,
  MarkItem,
  MarkListQuery,
  MarkPage,
  MarkPath,
  OneMark,
} from '../../contract/marks.ts';
import { hasRight } from '../../contract/rights.ts';
import { toWire } from '../../contract/wire-form.ts';
import { wordSpan } from '../../domain/detection.ts';
import { Fault } from '../../domain/fault.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Mark } from '../../domain/mark.ts';
import type { PolicyVersion } from '../../domain/policy-version.ts';
import { isMarkHidden } from '../../domain/reports/call-samples.ts';
import { hideCardNumbers } from '../../live-view/truncate-card-number.ts';
import { addPolicyWord } from '../../policy/index.ts';
import type { MarkQuery } from '../../ports/marks.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { invalidRequest } from '../server/validator.ts';
import { requireReveal } from '../sign-in/reveals.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { readPage } from './pagination.ts';
import { findSession } from './session-routes.ts';

type MarkDeps = RecordDeps &
  Pick<HttpDeps, 'agents' | 'callSamples' | 'ids' | 'markInCall' | 'marks'> &
  Pick<HttpDeps, 'policies' | 'policyChanges'> &
  Pick<HttpDeps, 'roster' | 'summaries' | 'supportedKinds'>;

/** Mistakes of detection that people mark in calls, and what is decided about them (decision 0084). */
export function markRoutes(deps: MarkDeps): Routes {
  return defineRoutes(deps, { tags: ['Marks'] }, addMark, listMarks, getMark, decideMark);
}

function addMark(api: ApiScope, deps: MarkDeps): void {
  api.post('/sessions/:session_id/marks', {
    schema: {
      operationId: 'addMark',
      summary: 'Mark a detection mistake',
      description:
        'While the call is in progress, a missed value is masked from its next turn on, and a false hit is no longer masked, unless something else keeps it masked.',
      params: SessionPath,
      body: AddMark,
      response: { 201: AddedMark },
      errors: ['session_not_found'],
    },
    handler: async (request, reply) => {
      const session = (await findSession(deps, request.params.session_id)).summary;
      const { body } = request;
      if (!deps.supportedKinds.has(body.kind))
        throw invalidRequest([{ path: 'kind', message: 'is not a kind that a policy can name' }]);
      const [start, end] = body.span;
      const span = end <= body.text.length ? wordSpan(body.text, start, end) : undefined;
      if (span === undefined)
        throw invalidRequest([
          { path: 'span', message: 'must contain a letter or digit of the text' },
        ]);
      const mark = {
        ...body,
        span,
        id: deps.ids.next('mark'),
        actor: userOf(request).id,
        sessionId: session.id,
        agentId: session.agentId,
        at: new Date(deps.clock.now()).toISOString(),
      } satisfies Mark;
      // Recorded first: what the model receives changes with it.
      await record(deps, 'mark_added', mark, { actor: mark.actor, turn: mark.turn });
      const card = mark.kind === 'CREDIT_CARD' ? span : undefined;
      await deps.marks.add({ ...mark, text: hideCardNumbers(mark.text, card) });
      const effect = await deps.markInCall(mark);
      return reply.code(201).send({ mark: itemOf(mark), effect });
    },
  });
}

function listMarks(api: ApiScope, deps: MarkDeps): void {
  api.get('/marks', {
    schema: {
      operationId: 'listMarks',
      summary: 'List marks',
      description:
        'Newest first, without their texts. Marks of others in a drawn call that you have not checked yet are left out (`GET /api/v1/samples`).',
      querystring: MarkListQuery,
      response: { 200: MarkPage },
    },
    handler: (request) => {
      const { query } = request;
      return readPage(query, {
        list: (page) =>
          shownMarks(deps, userOf(request).id, {
            ...page,
            ...(query.state !== undefined && { decided: query.state === 'decided' }),
            ...(query.session_id !== undefined && { sessionId: query.session_id }),
          }),
        position: MarkId,
        positionOf: ({ id }) => id,
        toWire: itemOf,
      });
    },
  });
}

/** Marks without those that are kept from this person. */
async function shownMarks({ marks, callSamples }: MarkDeps, user: UserId, query: MarkQuery) {
  const samples = await callSamples.read();
  const shown: Mark[] = [];
  for (let { before } = query, more = true; more && shown.length < query.limit; ) {
    const page = await marks.list({ ...query, ...(before !== undefined && { before }) });
    shown.push(...page.filter((mark) => !isMarkHidden(samples, mark, user)));
    before = page.at(-1)?.id;
    more = page.length === query.limit;
  }
  return shown.slice(0, query.limit);
}

function getMark(api: ApiScope, deps: MarkDeps): void {
  api.get('/marks/:mark_id', {
    schema: {
      operationId: 'getMark',
      summary: 'Get a mark with its text',
      description:
        'The text holds real values: only while those of its call are revealed (`POST /api/v1/reveals`). That of a suggestion is of the public side: it needs the right to reveal, but no reveal.',
      params: MarkPath,
      response: { 200: OneMark },
      errors: ['not_found'],
    },
    handler: async (request) => {
      const mark = await findMark(deps, request.params.mark_id, userOf(request).id);
      requireRevealFor(request, mark, deps);
      return { mark: { ...itemOf(mark), text: mark.text, span: mark.span } };
    },
  });
}

function decideMark(api: ApiScope, deps: MarkDeps): void {
  api.post('/marks/:mark_id/decision', {
    schema: {
      operationId: 'decideMark',
      summary: 'Decide on a mark',
      description:
        'Replaces an earlier decision. `policy_word` proposes a change of the global policy, where the agent follows it and the change is valid; the answer has its lines, and so it needs a reveal of the call (`POST /api/v1/reveals`). `roster_person` begins an import of one patient, whose id is that of the mark.',
      params: MarkPath,
      body: DecideMark,
      response: { 200: DecidedMark },
      errors: ['not_found', 'import_running'],
    },
    handler: async (request) => {
      const { outcome } = request.body;
      const actor = userOf(request).id;
      const mark = await findMark(deps, request.params.mark_id, actor);
      // The answer and the proposal hold the value.
      if (outcome === 'policy_word') requireRevealFor(request, mark, deps);
      if (outcome === 'roster_person') await addToRoster(deps, mark, actor);
      await record(deps, 'mark_decided', mark, { actor, outcome });
      const at = new Date(deps.clock.now()).toISOString();
      const decided = await deps.marks.decide(mark.id, { outcome, actor, at });
      if (decided === undefined) throw unknownMark();
      if (outcome !== 'policy_word') return { mark: itemOf(decided) };
      const version = await proposeWord(deps, decided, actor);
      return {
        mark: itemOf(decided),
        policy_yaml: policyLines(decided),
        ...(version !== undefined && { policy_version_id: version.id }),
      };
    },
  });
}

/** Adds a missed name to the roster, as an import of one patient that the journal records like any other. */
async function addToRoster(
  { roster, ...deps }: MarkDeps,
  { id, mistake, kind, text, span }: Mark,
  actor: string,
): Promise<void> {
  if (mistake !== 'missed' || kind !== 'NAME')
    throw invalidRequest([{ path: 'outcome', message: 'roster_person is for a missed NAME' }]);
  const patient = { resourceType: 'Patient', id, name: [{ text: text.slice(...span) }] };
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: patient }] };
  await roster.startImport(
    oneChunk(JSON.stringify(bundle)),
    { mode: 'merge', role: 'patient', staffMayBeSaid: false },
    (fields) => recordEvent(deps, 'roster_imported', { actor, ...fields }),
  );
}

/**
 * Proposes the global policy with the marked word, after other words of marks that wait. Undefined where
 * the agent has a policy of its own, or the policy would not be valid.
 */
async function proposeWord(
  { agents, policies, policyChanges }: MarkDeps,
  mark: Mark,
  author: UserId,
): Promise<PolicyVersion | undefined> {
  const agent = await agents.get(mark.agentId);
  if (agent === undefined || agent.policyYaml !== null) return undefined;
  const open = await policyChanges.list({ open: true, limit: 100 });
  const waiting = open.find(({ agentId, source }) => source === 'mark' && agentId === undefined);
  const before = waiting && (await policyChanges.textOf(waiting.sha256));
  const proposed = policies.decode(
    addPolicyWord(before ?? policies.current().yaml, {
      kind: mark.kind,
      list: listOf(mark),
      word: mark.text.slice(...mark.span),
    }),
  );
  if (!proposed.ok) return undefined;
  const reason = 'A mistake of detection that somebody marked in a call.';
  return policyChanges.propose(proposed.value, { author, reason, source: 'mark' });
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Journals an act about a mark: what it is, never its text. */
function record<K extends 'mark_added' | 'mark_decided'>(
  deps: MarkDeps,
  event: K,
  mark: Mark,
  rest: Omit<Parameters<typeof recordEvent<K>>[2], 'mark_id' | 'mistake' | 'entity_kind'>,
): Promise<void> {
  const { id, mistake, kind } = mark;
  const fields = { ...rest, mark_id: id, mistake, entity_kind: kind };
  return recordEvent(deps, event, fields as Parameters<typeof recordEvent<K>>[2], mark);
}

/** A suggestion has words of the public side: who may see real values needs no reveal for it (decision 0190). */
function requireRevealFor(
  request: Parameters<typeof requireReveal>[0],
  { sessionId, suggestion }: Mark,
  { clock }: MarkDeps,
): void {
  if (suggestion === undefined) requireReveal(request, sessionId, clock.now());
  else if (!hasRight(userOf(request).role, 'reveal'))
    throw new Fault('forbidden', 'your role does not let you see real values');
}

async function findMark(deps: MarkDeps, id: string, user: UserId): Promise<Mark> {
  const parsed = MarkId.safeParse(id);
  const mark = parsed.success ? await deps.marks.find(parsed.data) : undefined;
  if (mark === undefined || isMarkHidden(await deps.callSamples.read(), mark, user))
    throw unknownMark();
  return mark;
}

const unknownMark = () => new Fault('not_found', 'there is no mark with this id');

const itemOf = (mark: Mark): MarkItem => toWire(MarkItem, mark);

/** The lines that put a value into a policy; a string of JSON is one of YAML. */
function policyLines(mark: Mark): string {
  const word = JSON.stringify(mark.text.slice(...mark.span));
  return `entities:\n  ${mark.kind}:\n    ${listOf(mark)}:\n      - ${word}\n`;
}

const listOf = ({ mistake }: Mark) => (mistake === 'missed' ? 'always' : 'never');
