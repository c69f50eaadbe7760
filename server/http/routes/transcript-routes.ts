import { z } from 'zod';
import { SessionPath } from '../../contract/ids.ts';
import {
  MaskedTranscript,
  MaskedTurn,
  OneMaskedTranscript,
  OneTranscript,
  Transcript,
  TranscriptQuery,
  TurnView,
} from '../../contract/live.ts';
import { Fault } from '../../domain/fault.ts';
import { coversCall } from '../../domain/legal-hold.ts';
import { maskedTranscript, publicTurns } from '../../projections/public-side.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { mayReveal } from '../sign-in/reveals.ts';
import { userOf, webSessionOf } from '../sign-in/session-cookies.ts';
import { encodeLongJson, jsonType } from './long-json.ts';
import { findSession } from './session-routes.ts';

type TranscriptDeps = RecordDeps &
  Pick<HttpDeps, 'legalHolds' | 'payloads' | 'replays' | 'summaries'>;

/** The kept texts of past calls: a user looks at them, an admin erases them (design D28, decision 0086). */
export function transcriptRoutes(deps: TranscriptDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Sessions'] },
    getSessionTranscript,
    downloadTranscript,
    eraseSessionPayloads,
  );
}

function getSessionTranscript(api: ApiScope, deps: TranscriptDeps): void {
  api.get('/sessions/:session_id/transcript', {
    schema: {
      operationId: 'getSessionTranscript',
      summary: "Get a past call's transcript",
      description:
        'The turns of the call, with the texts that the policy keeps: the public side (`audit.keep`), or both sides (`audit.log_payloads`). Real values only while they are revealed (`POST /api/v1/reveals`); otherwise `both` is the public side.',
      params: SessionPath,
      querystring: TranscriptQuery,
      response: { 200: OneTranscript },
      errors: ['session_not_found'],
    },
    handler: async (request, reply) => {
      const { id: sessionId } = (await findSession(deps, request.params.session_id)).summary;
      const replay = await deps.replays.of(sessionId);
      const both =
        request.query.side === 'both' &&
        mayReveal(webSessionOf(request), sessionId, deps.clock.now());
      const turns = both ? replay.turns : await publicTurns(replay.turns);
      const transcript = { session_id: sessionId, ...replay, turns };
      const json = await encodeLongJson(Transcript, transcript, ['turns', TurnView]);
      reply.type(jsonType).serializer(() => `{"transcript":${json}}`);
      return { transcript };
    },
  });
}

function downloadTranscript(api: ApiScope, deps: TranscriptDeps): void {
  api.get('/sessions/:session_id/transcript/masked', {
    schema: {
      operationId: 'downloadTranscript',
      summary: 'Download the masked transcript of a call',
      description:
        'The texts that the model got and gave, turn by turn, as far as the policy keeps them: placeholders stand for values. Never a real value, never a token. The journal records who downloads it.',
      params: SessionPath,
      response: { 200: OneMaskedTranscript },
      responseHeaders: { 200: { 'content-disposition': 'A name for the file.' } },
      errors: ['session_not_found'],
    },
    handler: async (request, reply) => {
      const { id: sessionId, agentId } = (await findSession(deps, request.params.session_id))
        .summary;
      const replay = await deps.replays.of(sessionId);
      const actor = userOf(request).id;
      await recordEvent(deps, 'transcript_exported', { actor }, { sessionId, agentId });
      const transcript = await maskedTranscript({ sessionId, agentId }, replay);
      const json = await encodeLongJson(MaskedTranscript, transcript, ['turns', MaskedTurn]);
      reply
        .type(jsonType)
        .header('content-disposition', `attachment; filename="transcript-${sessionId}.json"`)
        .serializer(() => `{"masked_transcript":${json}}`);
      return { masked_transcript: transcript };
    },
  });
}

function eraseSessionPayloads(api: ApiScope, deps: TranscriptDeps): void {
  api.delete('/sessions/:session_id/payloads', {
    schema: {
      operationId: 'eraseSessionPayloads',
      summary: "Erase a call's transcript",
      description:
        'Deletes the key of the texts for good, those of the public side included. The journal stays as it is, and so do the values behind tokens: a text with tokens of the call that is kept elsewhere can still be unmasked. Refused under a legal hold.',
      params: SessionPath,
      response: { 204: z.undefined() },
      errors: ['session_not_found'],
    },
    handler: async (request, reply) => {
      const { summary } = await findSession(deps, request.params.session_id);
      const { id: sessionId, agentId } = summary;
      const holds = await deps.legalHolds.list();
      if (holds.some((hold) => coversCall(hold, summary))) {
        throw new Fault('forbidden', 'this call is under a legal hold');
      }
      // Recorded first: after a crash in between the texts are still there, and the admin tries again.
      const fields = { actor: userOf(request).id };
      await recordEvent(deps, 'payloads_erased', fields, { sessionId, agentId });
      await deps.payloads.erase([sessionId]);
      return reply.code(204).send();
    },
  });
}
