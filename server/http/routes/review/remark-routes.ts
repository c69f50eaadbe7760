import { SessionPath } from '../../../contract/ids.ts';
import { hasRight } from '../../../contract/rights.ts';
import { ChangeRemarks, OneRemarks, type RemarksView } from '../../../contract/sessions.ts';
import { Fault } from '../../../domain/fault.ts';
import { coversCall } from '../../../domain/legal-hold.ts';
import type { CallRemarks, Review, SessionSummary } from '../../../domain/session.ts';
import { namesOfUsers } from '../../../sessions/user-names.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { HttpDeps, Routes } from '../../server/deps.ts';
import { type RecordDeps, recordEvent } from '../../server/record-event.ts';
import { userOf } from '../../sign-in/session-cookies.ts';
import { findSession } from '../session-routes.ts';

type RemarkDeps = RecordDeps &
  Pick<
    HttpDeps,
    'remarks' | 'summaries' | 'refoldSession' | 'users' | 'wordIndexing' | 'legalHolds'
  >;
type Reader = ReturnType<typeof userOf>;

/** What people say of a call: tags, a note, and that they have reviewed it (decision 0175). */
export function remarkRoutes(deps: RemarkDeps): Routes {
  return defineRoutes(deps, { tags: ['Sessions'] }, getCallRemarks, changeCallRemarks);
}

function getCallRemarks(api: ApiScope, deps: RemarkDeps): void {
  api.get('/sessions/:session_id/remarks', {
    schema: {
      operationId: 'getCallRemarks',
      summary: 'Get the tags, the note and the review of a call',
      description: 'The note only for people who may review: it may name somebody.',
      params: SessionPath,
      response: { 200: OneRemarks },
      errors: ['session_not_found'],
    },
    handler: async (request) => {
      const { summary } = await findSession(deps, request.params.session_id);
      return { remarks: await remarksOf(deps, summary, userOf(request)) };
    },
  });
}

function changeCallRemarks(api: ApiScope, deps: RemarkDeps): void {
  api.patch('/sessions/:session_id/remarks', {
    schema: {
      operationId: 'changeCallRemarks',
      summary: 'Change the tags, the note or the review of a call',
      description:
        'What is not given stays. Tags and note are erased with the texts of the call; neither is in the journal, which records who changed them and who reviewed the call. Under a legal hold tags and note are only added to: no tag goes, and the note goes on as it was.',
      params: SessionPath,
      body: ChangeRemarks,
      response: { 200: OneRemarks },
      errors: ['session_not_found'],
    },
    handler: async (request) => {
      const { summary } = await findSession(deps, request.params.session_id);
      const reader = userOf(request);
      await changeTexts(deps, summary, request.body, reader);
      await changeReview(deps, summary, request.body, reader);
      const { summary: changed } = await findSession(deps, summary.id);
      return { remarks: await remarksOf(deps, changed, reader) };
    },
  });
}

async function changeTexts(
  deps: RemarkDeps,
  call: SessionSummary,
  { tags: given, note: text }: ChangeRemarks,
  { id: actor }: Reader,
): Promise<void> {
  if (given === undefined && text === undefined) return;
  const { id, agentId } = call;
  const tags = given && [...new Set(given)];
  if (await losesHeldTexts(deps, call, { tags, text }))
    throw new Fault('forbidden', 'this call is under a legal hold: add to its tags and note only');
  const becameOf = text === '' ? ('removed' as const) : ('written' as const);
  const fields = {
    actor,
    ...(tags && { tags: tags.length }),
    ...(text !== undefined && { note: becameOf }),
  };
  await recordEvent(deps, 'call_annotated', fields, { sessionId: id, agentId });
  const note = text ? { text, by: actor, at: new Date(deps.clock.now()).toISOString() } : undefined;
  if (text !== undefined) await deps.remarks.setNote(id, note);
  if (tags !== undefined) await deps.wordIndexing.change(id, () => deps.remarks.setTags(id, tags));
}

/** Whether a change takes from tags or note what a legal hold keeps (decision 0203). */
async function losesHeldTexts(
  { legalHolds, remarks }: RemarkDeps,
  call: SessionSummary,
  {
    tags,
    text,
  }: { readonly tags: readonly string[] | undefined; readonly text: string | undefined },
): Promise<boolean> {
  const holds = await legalHolds.list();
  if (!holds.some((hold) => coversCall(hold, call))) return false;
  const [before] = await remarks.of([call.id]);
  return (
    (text !== undefined && !text.startsWith(before?.note?.text ?? '')) ||
    (tags !== undefined && !(before?.tags ?? []).every((tag) => tags.includes(tag)))
  );
}

async function changeReview(
  deps: RemarkDeps,
  call: SessionSummary,
  { reviewed }: ChangeRemarks,
  { id: actor }: Reader,
): Promise<void> {
  if (reviewed === undefined) return;
  const scope = { sessionId: call.id, agentId: call.agentId };
  await recordEvent(deps, 'call_reviewed', { actor, reviewed: reviewed ? 'yes' : 'no' }, scope);
  await deps.refoldSession(call);
}

async function remarksOf(
  { remarks, users }: RemarkDeps,
  { id, reviewed }: SessionSummary,
  { role }: Reader,
): Promise<RemarksView> {
  const [found] = await remarks.of([id]);
  const { tags, note }: CallRemarks = found ?? { tags: [] };
  const shown = hasRight(role, 'review') ? note : undefined;
  const names = (shown ?? reviewed) ? await namesOfUsers(users) : new Map();
  const named = ({ by, at }: Review) => ({ by, name: names.get(by) ?? '', at });
  return {
    tags: [...tags],
    ...(shown && { note: { text: shown.text, ...named(shown) } }),
    ...(reviewed && { reviewed: named(reviewed) }),
  };
}
