import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  LegalHoldList,
  LegalHoldQuery,
  legalHoldToWire,
  OneLegalHold,
  RetentionRunAnswer,
  RetentionRunRequest,
  RetentionStatusAnswer,
  retentionRunToWire,
} from '../../contract/retention.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LegalHolds } from '../../ports/retention.ts';
import type { Retention } from '../../sessions/retention.ts';
import type { Routes } from '../server/deps.ts';
import { requireAdmin, userOf } from '../sign-in/session-cookies.ts';

/** What the routes of retention stand on. */
export interface RetentionRouteDeps {
  readonly retention: Retention;
  readonly holds: LegalHolds;
  readonly clock: Clock;
}

const tags = ['Audit'];

/** Pruning on demand, and the legal holds that stop it (design D27). For admins. */
export function retentionRoutes({ retention, holds, clock }: RetentionRouteDeps): Routes {
  const holdOf = (sessionId: z.infer<typeof LegalHoldQuery>['session_id'], actor: string) => ({
    ...(sessionId !== undefined && { sessionId }),
    actor,
    placedAt: new Date(clock.now()).toISOString(),
  });

  return async (scope) => {
    scope.addHook('onRequest', requireAdmin);
    const routes = scope.withTypeProvider<ZodTypeProvider>();

    routes.route({
      method: 'GET',
      url: '/admin/retention',
      schema: {
        operationId: 'getRetention',
        summary: 'Where retention stands',
        description: 'For admins. How long records are kept, and how many were pruned so far.',
        tags,
        response: { 200: RetentionStatusAnswer },
      },
      handler: async () => {
        const status = await retention.status();
        return {
          policy_days: status.policyDays,
          slack_days: status.slackDays,
          pruned_count: status.prunedRecords,
          deleting: status.deletedRecords < status.prunedRecords,
          clock_seen_at: status.clockSeen,
        };
      },
    });

    routes.route({
      method: 'POST',
      url: '/admin/retention/run',
      schema: {
        operationId: 'runRetention',
        summary: 'Prune what is past its retention',
        description:
          'For admins. Runs by itself once a day; this runs it now, or says with `dry_run` what it would do.',
        tags,
        body: RetentionRunRequest,
        response: { 200: RetentionRunAnswer },
        errors: ['AuditUnavailable'],
      },
      // A request without a body has null there, which no default replaces.
      preValidation: async (request) => {
        request.body ??= {} as RetentionRunRequest;
      },
      handler: async (request) => {
        const { dry_run: dryRun, clock_confirmed: confirmed } = request.body;
        const by = confirmed ? { clockConfirmedBy: userOf(request).id } : {};
        return retentionRunToWire(await retention.run({ dryRun, ...by }));
      },
    });

    routes.route({
      method: 'GET',
      url: '/admin/legal-hold',
      schema: {
        operationId: 'listLegalHolds',
        summary: 'Legal holds in force',
        description: 'For admins. While a hold is in force, nothing it covers is pruned.',
        tags,
        response: { 200: LegalHoldList },
      },
      handler: async () => ({ data: (await holds.list()).map(legalHoldToWire) }),
    });

    routes.route({
      method: 'PUT',
      url: '/admin/legal-hold',
      schema: {
        operationId: 'placeLegalHold',
        summary: 'Place a legal hold',
        description:
          'For admins. Keeps everything, or one session and what was recorded after it, from being pruned. Placing it again changes nothing.',
        tags,
        querystring: LegalHoldQuery,
        response: { 200: OneLegalHold },
        errors: ['session_not_found', 'AuditUnavailable'],
      },
      handler: async (request) => {
        const hold = holdOf(request.query.session_id, userOf(request).id);
        return { legal_hold: legalHoldToWire(await holds.place(hold)) };
      },
    });

    routes.route({
      method: 'DELETE',
      url: '/admin/legal-hold',
      schema: {
        operationId: 'releaseLegalHold',
        summary: 'Release a legal hold',
        description: 'For admins. Releasing one that is not in force changes nothing.',
        tags,
        querystring: LegalHoldQuery,
        response: { 204: z.undefined() },
        errors: ['AuditUnavailable'],
      },
      handler: async (request, reply) => {
        await holds.release(holdOf(request.query.session_id, userOf(request).id));
        return reply.code(204).send(undefined);
      },
    });
  };
}
