import { z } from 'zod';
import { SessionPath } from '../../contract/ids.ts';
import { OneTranscript, Transcript, TurnView } from '../../contract/live.ts';
import { Fault } from '../../domain/fault.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { requireAdmin, userOf } from '../sign-in/session-cookies.ts';
import { encodeLongJson, jsonType } from './long-json.ts';
import { findSession } from './session-routes.ts';

type TranscriptDeps = RecordDeps &
  Pick<HttpDeps, 'legalHolds' | 'payloads' | 'replays' | 'summaries'>;

/** The kept texts of past calls: a user looks at them, an admin erases them (design D28). */
export function transcriptRoutes(deps: TranscriptDeps): Routes {
  return defineRoutes(deps, { tags: ['Sessions'] }, getSessionTranscript, eraseSessionPayloads);
}

function getSessionTranscript(api: ApiScope, deps: TranscriptDeps): void {
  api.get('/sessions/:session_id/transcript', {
    schema: {
      operationId: 'getSessionTranscript',
      summary: "Get a past call's transcript",
      description:
        'Both sides of the call. It has texts only where the policy keeps them (`audit.log_payloads`). The journal records this request.',
      params: SessionPath,
      response: { 200: OneTranscript },
      errors: ['session_not_found'],
    },
    handler: async (request, reply) => {
      const { id: sessionId, agentId } = (await findSession(deps, request.params.session_id))
        .summary;
      const fields = { actor: userOf(request).id, view: 'replay' } as const;
      await recordEvent(deps, 'regulated_view_opened', fields, { sessionId, agentId });
      const transcript = { session_id: sessionId, ...(await deps.replays.of(sessionId)) };
      const json = await encodeLongJson(Transcript, transcript, ['turns', TurnView]);
      reply.type(jsonType).serializer(() => `{"transcript":${json}}`);
      return { transcript };
    },
  });
}

function eraseSessionPayloads(api: ApiScope, deps: TranscriptDeps): void {
  api.delete('/sessions/:session_id/payloads', {
    onRequest: requireAdmin,
    schema: {
      operationId: 'eraseSessionPayloads',
      summary: "Erase a call's kept texts",
      description:
        'For admins. Deletes the key of the texts for good. The journal stays as it is. Refused under a legal hold.',
      params: SessionPath,
      response: { 204: z.undefined() },
      errors: ['session_not_found'],
    },
    handler: async (request, reply) => {
      const { id: sessionId, agentId } = (await findSession(deps, request.params.session_id))
        .summary;
      const holds = await deps.legalHolds.list();
      if (holds.some((hold) => (hold.sessionId ?? sessionId) === sessionId)) {
        throw new Fault('forbidden', 'this session is under a legal hold');
      }
      // Recorded first: after a crash in between the texts are still there, and the admin tries again.
      const fields = { actor: userOf(request).id };
      await recordEvent(deps, 'payloads_erased', fields, { sessionId, agentId });
      await deps.payloads.erase([sessionId]);
      return reply.code(204).send();
    },
  });
}
