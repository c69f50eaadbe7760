import { createIds } from '../../server/adapters/system/ids.ts';
import { createKeyring } from '../../server/adapters/system/keyring.ts';
import { sqlcipherBackend } from '../../server/app/sqlcipher-backend.ts';
import type { LiveCall } from '../../server/calls/live-call.ts';
import type { EventDraft } from '../../server/domain/event.ts';
import type { Result } from '../../server/domain/fault.ts';
import { createPayloadKeeper } from '../../server/live-view/payload-keeper.ts';
import type { MaskedPart } from '../../server/tokenize/masked-request.ts';
import { changedPolicy } from './changed-policy.ts';
import { callDrafts, policyFrom, sessionId } from './report-kit.ts';

const eventsPerTurn = 11;

/**
 * Leaves a call of about `events` events, with its texts, in a new data folder, as a service that has
 * ended does. Resolves with the session's id.
 */
export async function leaveLongSession(dataDir: string, events: number) {
  const place = sqlcipherBackend(dataDir);
  const keys = opened(await place.keys({}));
  const { journal, payloads, close } = opened(await place.open(keys));
  const keeper = createPayloadKeeper({
    payloads,
    keyring: createKeyring(keys.roots),
    ids: createIds(),
    onLost: () => undefined,
  });
  const active = policyFrom(changedPolicy(['log_payloads: false', 'log_payloads: true']));
  const call = { sessionId } as unknown as LiveCall;
  const turns = Array.from({ length: Math.round(events / eventsPerTurn) }, () => ({
    NAME: 1,
    PHONE: 1,
    DOB: 1,
    EMAIL: 1,
  }));
  const marks = await Promise.all(
    turns.map((_, number) =>
      keeper.request({ call, number, active }, '', async () => [partOf(number)]),
    ),
  );
  const drafts = callDrafts({ turns }).map((draft) =>
    draft.kind === 'request_masked'
      ? ({ ...draft, fields: { ...draft.fields, ...marks[draft.fields.turn] } } as EventDraft)
      : draft,
  );
  await journal.append(drafts);
  await close();
  return sessionId;
}

function partOf(turn: number): MaskedPart {
  const text = `What is said in turn ${turn} and by nobody else. `.repeat(20);
  return {
    part: `messages.${turn}.content`,
    role: 'user',
    text,
    masked: text,
    spans: [],
    replacements: [],
  } as unknown as MaskedPart;
}

export function opened<T>(result: Result<T>): T {
  if (!result.ok) throw new Error('the data folder cannot be made');
  return result.value;
}
