import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SessionPath } from '../../contract/ids.ts';
import { OneTranscript, Transcript, TurnView } from '../../contract/live.ts';
import { Fault } from '../../domain/fault.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { recordErasure, recordView } from '../server/record-event.ts';
import { requireAdmin, userOf } from '../sign-in/session-cookies.ts';
import { encodeLongJson, jsonType } from './long-json.ts';
import { findSession } from './session-routes.ts';

type TranscriptDeps = Pick<
  HttpDeps,
  'summaries' | 'clock' | 'journal' | 'legalHolds' | 'payloads' | 'replays'
>;

/** What was kept of past calls: looking at it, and erasing it (design D28). */
export function transcriptRoutes(deps: TranscriptDeps): Routes {
  const { replays, payloads } = deps;

  return async (scope) => {
    if (replays === undefined || payloads === undefined) return;
    const routes = scope.withTypeProvider<ZodTypeProvider>();

    routes.route({
      method: 'GET',
      url: '/sessions/:session_id/transcript',
      schema: {
        operationId: 'getSessionTranscript',
        summary: 'Look at both sides of a past call',
        description:
          'Texts are there only where the policy kept them (`audit.log_payloads`). Looking goes on record.',
        tags: ['Sessions'],
        params: SessionPath,
        response: { 200: OneTranscript },
        errors: ['session_not_found', 'AuditUnavailable'],
      },
      handler: async (request, reply) => {
        const { summary } = await findSession(deps, request.params.session_id);
        await recordView(deps, userOf(request).id, 'replay', summary);
        const transcript = { session_id: summary.id, ...(await replays.of(summary.id)) };
        const json = await encodeLongJson(Transcript, transcript, ['turns', TurnView]);
        reply.type(jsonType).serializer(() => `{"transcript":${json}}`);
        return { transcript };
      },
    });

    routes.route({
      method: 'DELETE',
      url: '/sessions/:session_id/payloads',
      onRequest: requireAdmin,
      schema: {
        operationId: 'eraseSessionPayloads',
        summary: 'Erase the kept texts of a call',
        description:
          'Deletes their key, for good; the journal stays as it is. Refused under legal hold.',
        tags: ['Sessions'],
        params: SessionPath,
        response: { 204: z.undefined() },
        errors: ['session_not_found', 'AuditUnavailable'],
      },
      handler: async (request, reply) => {
        const { summary } = await findSession(deps, request.params.session_id);
        const holds = (await deps.legalHolds?.list()) ?? [];
        if (holds.some(({ sessionId = summary.id }) => sessionId === summary.id)) {
          throw new Fault('forbidden', 'this session is under legal hold');
        }
        // On record first: a crash in between leaves the texts, and the admin to try again.
        await recordErasure(deps, userOf(request).id, summary);
        await payloads.erase([summary.id]);
        return reply.code(204).send();
      },
    });
  };
}
