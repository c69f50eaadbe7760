import { SessionPath } from '../../../contract/ids.ts';
import { ShortListQuery } from '../../../contract/pagination.ts';
import {
  CallSampleList,
  OneSampledCall,
  type SampledCall as SampledCallItem,
} from '../../../contract/reports/call-samples.ts';
import { Fault } from '../../../domain/fault.ts';
import type { MarkId, UserId } from '../../../domain/ids.ts';
import type { Mark } from '../../../domain/mark.ts';
import {
  type CallSamples,
  findSampled,
  isLeftFor,
  reviewersPerCall,
  type SampledCall,
  withSampled,
} from '../../../domain/reports/call-samples.ts';
import { foundAndMissed, markedValues, recallOf } from '../../../projections/report/recall.ts';
import { dismissedMarks } from '../../../sessions/checked-calls.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { HttpDeps, Routes } from '../../server/deps.ts';
import { changeSetting, type RecordDeps, recordEvent } from '../../server/record-event.ts';
import { userOf } from '../../sign-in/session-cookies.ts';
import { readShortList } from '../pagination.ts';

type SampleDeps = RecordDeps & Pick<HttpDeps, 'callSamples' | 'marks'>;

/** Calls that are drawn each week, and who has read them (decision 0196). */
export function sampleRoutes(deps: SampleDeps): Routes {
  return defineRoutes(deps, { tags: ['Marks'] }, listSamples, checkCall);
}

/** A quarter of a year. */
const listedWeeks = 13;

function listSamples(api: ApiScope, deps: SampleDeps): void {
  api.get('/samples', {
    schema: {
      operationId: 'listSamples',
      summary: 'List the calls that were drawn to be read',
      description:
        'Of the last 13 weeks with a draw, newest first. Two people read each call independently: until somebody has checked a call, `GET /api/v1/marks` keeps the marks of others in it from them.',
      querystring: ShortListQuery,
      response: { 200: CallSampleList },
    },
    handler: async ({ query }) => {
      const samples = (await deps.callSamples.read()).samples.slice(0, listedWeeks);
      const calls = samples.flatMap((sample) => sample.calls);
      const dismissed = await dismissedMarks(deps.marks, calls);
      const checked = calls.filter(({ marked }) => marked !== undefined);
      const recall = recallOf(checked.map((call) => foundAndMissed(call, dismissed)));
      const page = await readShortList(query, {
        all: samples,
        keyOf: ({ from }) => from,
        toWire: (sample) => ({
          from: sample.from,
          until: sample.until,
          drawn_at: sample.drawnAt,
          seed: sample.seed,
          population: sample.population,
          calls: sample.calls.map((call) => itemOf(call, dismissed)),
        }),
      });
      return { ...page, ...(recall !== undefined && { recall }) };
    },
  });
}

function checkCall(api: ApiScope, deps: SampleDeps): void {
  api.post('/sessions/:session_id/check', {
    schema: {
      operationId: 'checkCall',
      summary: 'Say that a drawn call is checked',
      description:
        'The person has read its texts and marked what was missed or masked needlessly. Marks that they make later do not count. The journal records it, with the counts once two have read the call.',
      params: SessionPath,
      response: { 201: OneSampledCall },
      errors: ['not_found', 'already_decided'],
    },
    handler: async (request, reply) => {
      const actor = userOf(request).id;
      const sessionId = request.params.session_id;
      const { from, call } = sampledIn(await deps.callSamples.read(), sessionId);
      const marks = await deps.marks.list({ sessionId: call.sessionId, limit: 1_000 });
      const own = marks.filter((mark) => mark.actor === actor).map(({ id }) => id);
      const at = new Date(deps.clock.now()).toISOString();
      const after = await changeSetting(
        deps.callSamples,
        (all) => withSampled(all, checkedBy(sampledIn(all, sessionId).call, { actor, at }, marks)),
        (_, now) => {
          const fields = { actor, sample_from: from, mark_ids: own };
          const counts = countsOf(sampledIn(now, sessionId).call);
          return recordEvent(deps, 'call_checked', { ...fields, ...counts }, call);
        },
      );
      return reply.code(201).send({ call: itemOf(sampledIn(after, sessionId).call) });
    },
  });
}

function sampledIn(all: CallSamples, id: string) {
  const sampled = findSampled(all, id);
  if (sampled === undefined) throw new Fault('not_found', 'this call was not drawn to be read');
  return sampled;
}

/** Faults: `already_decided` where this person, or two others, have checked it. */
function checkedBy(
  call: SampledCall,
  check: { readonly actor: UserId; readonly at: string },
  marks: readonly Mark[],
): SampledCall {
  if (!isLeftFor(call, check.actor))
    throw new Fault('already_decided', 'you, or two others, have checked this call');
  const checks = [...call.checks, check];
  if (checks.length < reviewersPerCall) return { ...call, checks };
  const counted = marks.flatMap((mark) => {
    const { actor } = mark;
    const isCounted = checks.some(({ actor: by, at }) => by === actor && mark.at <= at);
    return isCounted && actor !== undefined ? { ...mark, actor } : [];
  });
  return { ...call, checks, marked: markedValues(counted) };
}

/** What is on record of a call that two people have read. */
function countsOf(call: SampledCall) {
  if (call.marked === undefined) return {};
  const { found, missed, needless } = foundAndMissed(call);
  return { found_by_kind: found, missed_by_kind: missed, needless_by_kind: needless };
}

function itemOf(
  { sessionId, agentId, startedAt, checks, marked }: SampledCall,
  dismissed: ReadonlySet<MarkId> = new Set(),
): SampledCallItem {
  return {
    session_id: sessionId,
    agent_id: agentId,
    started_at: startedAt,
    checks,
    ...(marked !== undefined && {
      marked: marked.map(({ mistake, kind, marks }) => ({
        mistake,
        kind,
        marks: marks.map(({ id, actor }) => ({ mark_id: id, actor })),
        ...(marks.every(({ id }) => dismissed.has(id)) && { dismissed: true as const }),
      })),
    }),
  };
}
