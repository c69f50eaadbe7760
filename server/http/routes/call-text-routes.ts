import { MaskedTexts, MaskTexts, UnmaskedTexts, UnmaskTexts } from '../../contract/access.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { findSession } from './session-routes.ts';

type CallTextDeps = RecordDeps & Pick<HttpDeps, 'callTexts' | 'summaries'>;

/** Texts about a call that are no turn of it, such as its summary (decision 0185). */
export function callTextRoutes(deps: CallTextDeps): Routes {
  return defineRoutes(deps, { tags: ['Sessions'] }, maskTexts, unmaskTexts);
}

function maskTexts(api: ApiScope, deps: CallTextDeps): void {
  api.post('/mask', {
    schema: {
      operationId: 'maskTexts',
      summary: 'Mask texts about a call',
      description:
        'Masks texts as a turn of the call would be, in progress or over: a value gets the token that it has in the call. The policy of the agent that is in force decides. Tokens of this agent stay. The journal records who asked, and how many values of each kind were masked.',
      body: MaskTexts,
      response: { 200: MaskedTexts },
      errors: ['session_not_found', 'agent_not_found'],
    },
    handler: async (request) => {
      const { session_id: id, texts } = request.body;
      const { summary: call } = await findSession(deps, id);
      const actor = userOf(request).id;
      const scope = { sessionId: call.id, agentId: call.agentId };
      const masked = await deps.callTexts.mask(call, texts, {
        sender: actor,
        record: (facts) => recordEvent(deps, 'texts_masked', { actor, ...facts }, scope),
      });
      return { texts: masked };
    },
  });
}

function unmaskTexts(api: ApiScope, deps: CallTextDeps): void {
  api.post('/unmask', {
    schema: {
      operationId: 'unmaskTexts',
      summary: 'Put the values of a call back into masked texts',
      description:
        'Replaces the tokens of this call by their values, in progress or over. Any other token stays as it is, and so does a value that was redacted or replaced by a synthetic one. The journal records who asked, why, and how many tokens were replaced.',
      body: UnmaskTexts,
      response: { 200: UnmaskedTexts },
      errors: ['session_not_found'],
    },
    handler: async (request) => {
      const { session_id: id, texts, reason, note } = request.body;
      const { summary: call } = await findSession(deps, id);
      const actor = userOf(request).id;
      const unmasked = await deps.callTexts.unmask(call, texts, actor);
      // Recorded before real values are shown.
      await recordEvent(
        deps,
        'regulated_view_opened',
        {
          actor,
          view: 'unmask',
          reason,
          ...(note && { note }),
          values: unmasked.restored,
        },
        { sessionId: call.id, agentId: call.agentId },
      );
      return unmasked;
    },
  });
}
