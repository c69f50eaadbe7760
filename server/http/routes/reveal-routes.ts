import { z } from 'zod';
import { OneReveal, StartReveal } from '../../contract/access.ts';
import type { TurnView } from '../../contract/live.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { SessionSummary } from '../../domain/session.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { withReveal } from '../sign-in/reveals.ts';
import { type SessionCookies, webSessionOf } from '../sign-in/session-cookies.ts';
import { findSession } from './session-routes.ts';

interface RevealDeps extends RecordDeps, Pick<HttpDeps, 'marks' | 'replays' | 'summaries'> {
  readonly sessions: Pick<SessionCookies, 'setReveals'>;
}

/** Who may see real values, of what, until when (decision 0088). */
export function revealRoutes(deps: RevealDeps): Routes {
  return defineRoutes(deps, { tags: ['Sessions'] }, startReveal, endReveals);
}

function startReveal(api: ApiScope, deps: RevealDeps): void {
  api.post('/reveals', {
    schema: {
      operationId: 'startReveal',
      summary: 'Reveal real values',
      description:
        'For five minutes this web session sees real values of one call, or of the roster. Another request renews it. The journal records each one, with its reason.',
      body: StartReveal,
      response: { 201: OneReveal },
      errors: ['session_not_found', 'not_found'],
    },
    handler: async (request, reply) => {
      const { body } = request;
      const { user, session } = webSessionOf(request);
      const call = body.view === 'roster' ? undefined : (await callOf(deps, body)).summary;
      const what = call?.id ?? 'roster';
      const { view, reason, note } = body;
      const fields = { actor: user.id, view, reason, ...(note && { note }) };
      const scope = call && { sessionId: call.id, agentId: call.agentId };
      // Recorded before real values are shown.
      await recordEvent(deps, 'regulated_view_opened', fields, scope);
      const reveals = withReveal(session.reveals, what, deps.clock.now());
      await deps.sessions.setReveals(session.id, reveals);
      return reply.code(201).send({ reveal: { expires_at: reveals[what] ?? '' } });
    },
  });
}

/** The call, if there is something to reveal: nobody sees values that are not there. */
async function callOf(
  deps: RevealDeps,
  { view, session_id: id }: { readonly view: string; readonly session_id: SessionId },
) {
  const call = await findSession(deps, id);
  if (!(await hasValues(deps, view, call.summary)))
    throw new Fault('not_found', 'no real values of this call are kept');
  return call;
}

async function hasValues(
  { marks, replays }: RevealDeps,
  view: string,
  { id, ended }: SessionSummary,
): Promise<boolean> {
  if (view === 'live') return !ended;
  if (view === 'mark') return (await marks.list({ sessionId: id, limit: 1 })).length > 0;
  return (await replays.of(id)).turns.some(hasRegulatedText);
}

function hasRegulatedText({ parts, replies }: TurnView): boolean {
  return [...parts, ...replies].some(({ regulated }) => regulated !== undefined);
}

function endReveals(api: ApiScope, { sessions }: RevealDeps): void {
  api.delete('/reveals', {
    schema: {
      operationId: 'endReveals',
      summary: 'Hide real values',
      description: 'Ends all reveals of this web session.',
      response: { 204: z.undefined() },
    },
    handler: async (request, reply) => {
      await sessions.setReveals(webSessionOf(request).session.id, {});
      return reply.code(204).send();
    },
  });
}
