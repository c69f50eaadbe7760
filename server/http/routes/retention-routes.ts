import { z } from 'zod';
import {
  LegalHoldList,
  LegalHoldQuery,
  legalHoldToWire,
  OneLegalHold,
  RetentionRunAnswer,
  RetentionRunRequest,
  RetentionStatusAnswer,
} from '../../contract/retention.ts';
import { toWire } from '../../contract/wire-form.ts';
import type { LegalHold } from '../../ports/retention.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { userOf } from '../sign-in/session-cookies.ts';

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
      response: { 200: LegalHoldList },
    },
    handler: async () => ({ data: (await legalHolds.list()).map(legalHoldToWire) }),
  });
}

function placeLegalHold(api: ApiScope, { legalHolds, clock }: RetentionDeps): void {
  api.put('/admin/legal-hold', {
    schema: {
      operationId: 'placeLegalHold',
      summary: 'Place a legal hold',
      description:
        'Stops the pruning of everything, or of one session and the records after its start. Placing a hold again changes nothing.',
      querystring: LegalHoldQuery,
      response: { 200: OneLegalHold },
      errors: ['session_not_found'],
    },
    handler: async (request) => {
      const hold = holdOf(request.query, userOf(request).id, clock.now());
      return { legal_hold: legalHoldToWire(await legalHolds.place(hold)) };
    },
  });
}

function releaseLegalHold(api: ApiScope, { legalHolds, clock }: RetentionDeps): void {
  api.delete('/admin/legal-hold', {
    schema: {
      operationId: 'releaseLegalHold',
      summary: 'Release a legal hold',
      description: 'Releasing a hold that is not in force changes nothing.',
      querystring: LegalHoldQuery,
      response: { 204: z.undefined() },
    },
    handler: async (request, reply) => {
      await legalHolds.release(holdOf(request.query, userOf(request).id, clock.now()));
      return reply.code(204).send();
    },
  });
}

function holdOf(
  { session_id: sessionId }: z.output<typeof LegalHoldQuery>,
  actor: string,
  nowMs: number,
): LegalHold {
  const placedAt = new Date(nowMs).toISOString();
  return { ...(sessionId !== undefined && { sessionId }), actor, placedAt };
}
