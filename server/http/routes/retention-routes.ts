import { z } from 'zod';
import { ShortListQuery } from '../../contract/pagination.ts';
import {
  LegalHoldAnswer,
  LegalHoldList,
  LegalHoldQuery,
  LegalHoldRelease,
  LegalHoldRequest,
  OneLegalHold,
  RetentionRunAnswer,
  RetentionRunRequest,
  RetentionStatusAnswer,
} from '../../contract/retention.ts';
import { toWire } from '../../contract/wire-form.ts';
import type { UserId } from '../../domain/ids.ts';
import type { HoldCover } from '../../domain/legal-hold.ts';
import type { DescribedHold } from '../../sessions/legal-holds.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { invalidRequest } from '../server/validator.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { readShortList } from './pagination.ts';

type RetentionDeps = RecordDeps & Pick<HttpDeps, 'retention' | 'legalHolds'>;

/** Pruning on demand, and the legal holds that stop it (design D27). */
export function retentionRoutes(deps: RetentionDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Audit'] },
    getRetention,
    runRetention,
    listLegalHolds,
    placeLegalHold,
    releaseLegalHold,
  );
}

function getRetention(api: ApiScope, { retention }: RetentionDeps): void {
  api.get('/admin/retention', {
    schema: {
      operationId: 'getRetention',
      summary: 'Get the state of retention',
      description: 'How long records are kept, and how many were pruned so far.',
      response: { 200: RetentionStatusAnswer },
    },
    handler: async () => toWire(RetentionStatusAnswer, await retention.status()),
  });
}

function runRetention(api: ApiScope, { retention, ...deps }: RetentionDeps): void {
  api.post('/admin/retention/run', {
    schema: {
      operationId: 'runRetention',
      summary: 'Prune records past their retention',
      description:
        'The service prunes once a day. This request prunes now; with `dry_run` it only says what it would prune.',
      body: RetentionRunRequest,
      response: { 200: RetentionRunAnswer },
    },
    // A request without a body has null there, which no default replaces.
    preValidation: async (request) => {
      request.body ??= {} as RetentionRunRequest;
    },
    handler: async (request) => {
      const { dry_run: dryRun, clock_confirmed: confirmed } = request.body;
      const actor = userOf(request).id;
      if (!dryRun) await recordEvent(deps, 'pruning_requested', { actor });
      const by = confirmed ? { clockConfirmedBy: actor } : {};
      const { records, sessions, ...run } = await retention.run({ dryRun, ...by });
      return toWire(RetentionRunAnswer, {
        ...run,
        recordCount: records,
        sessionCount: sessions,
      });
    },
  });
}

function listLegalHolds(api: ApiScope, { legalHolds }: RetentionDeps): void {
  api.get('/admin/legal-hold', {
    schema: {
      operationId: 'listLegalHolds',
      summary: 'List legal holds in force',
      description: 'Nothing that a hold covers is pruned.',
      querystring: ShortListQuery,
      response: { 200: LegalHoldList },
    },
    handler: async ({ query }) => {
      const all = await legalHolds.list();
      return readShortList(query, { all, keyOf: ({ no }) => String(no), toWire: holdToWire });
    },
  });
}

function placeLegalHold(api: ApiScope, { legalHolds, clock }: RetentionDeps): void {
  api.put('/admin/legal-hold', {
    schema: {
      operationId: 'placeLegalHold',
      summary: 'Place a legal hold',
      description:
        'Stops the pruning of everything, or of one call, an agent or a time and the records after its start. Placing a hold again for the same matter changes nothing.',
      querystring: LegalHoldQuery,
      body: LegalHoldRequest,
      response: { 200: OneLegalHold },
      errors: ['session_not_found'],
    },
    // A request without a body has null there, which no default replaces.
    preValidation: async (request) => {
      request.body ??= {} as LegalHoldRequest;
    },
    handler: async (request) => {
      const by = { actor: userOf(request).id, placedAt: new Date(clock.now()).toISOString() };
      const { matter, reason, reviewer } = request.body;
      const hold = await legalHolds.place({
        ...coverOf(request.query),
        ...by,
        ...(matter !== undefined && { matter }),
        ...(reason !== undefined && { reason }),
        ...(reviewer !== undefined && { reviewer }),
      });
      return { legal_hold: holdToWire(hold) };
    },
  });
}

function releaseLegalHold(api: ApiScope, { legalHolds, clock }: RetentionDeps): void {
  api.delete('/admin/legal-hold', {
    schema: {
      operationId: 'releaseLegalHold',
      summary: 'Release a legal hold',
      description: 'Releasing a hold that is not in force changes nothing.',
      querystring: LegalHoldRelease,
      response: { 204: z.undefined() },
    },
    handler: async (request, reply) => {
      const { hold, ...query } = request.query;
      await legalHolds.release(hold ?? coverOf(query), {
        actor: userOf(request).id,
        placedAt: new Date(clock.now()).toISOString(),
      });
      return reply.code(204).send();
    },
  });
}

/** What a query covers. Fault `validation_failed` when it names two things. */
function coverOf({
  session_id: sessionId,
  agent_id: agentId,
  from,
  until,
}: LegalHoldQuery): HoldCover {
  if ([sessionId, agentId, from].filter((one) => one !== undefined).length > 1)
    throw invalidRequest([{ path: '', message: 'must name a call, an agent or a time, only one' }]);
  if (until !== undefined && (from === undefined || Date.parse(until) <= Date.parse(from)))
    throw invalidRequest([{ path: 'until', message: 'must come with from, and be after it' }]);
  const iso = (time: string) => new Date(time).toISOString();
  return {
    ...(sessionId !== undefined && { sessionId }),
    ...(agentId !== undefined && { agentId }),
    ...(from !== undefined && { from: iso(from) }),
    ...(until !== undefined && { until: iso(until) }),
  };
}

function holdToWire({ no: hold, actor: placedBy, ...view }: DescribedHold): LegalHoldAnswer {
  return toWire(LegalHoldAnswer, { ...view, hold, placedBy: placedBy as UserId });
}
