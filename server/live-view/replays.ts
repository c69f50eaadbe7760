import { readSession } from '../calls/session-records.ts';
import type { TurnView } from '../contract/live.ts';
import type { JournalRecord } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { Payloads, SealedPayload } from '../ports/payloads.ts';
import { replayTurns, type TurnTexts } from '../projections/two-sided-view.ts';
import {
  type PayloadLeg,
  payloadContext,
  sha256Of,
  unsealValue,
  unwrapKey,
} from './payload-keeper.ts';

/** A past call on both sides, as far as its texts are kept (design D28). */
export interface Replay {
  /**
   * `key_missing`: its key id is no longer configured. `damaged`: some payloads that its events name are
   * missing or differ from their digest; the others are shown.
   */
  readonly payloads: 'kept' | 'not_kept' | 'erased' | 'key_missing' | 'damaged';
  readonly turns: readonly TurnView[];
}

export interface Replays {
  /** An unknown session has no turns. */
  of(sessionId: SessionId): Promise<Replay>;
}

export interface ReplaysDeps {
  readonly journal: Pick<Journal, 'read'>;
  readonly keyring: Keyring;
  readonly payloads: Payloads;
}

export function createReplays({ journal, keyring, payloads }: ReplaysDeps): Replays {
  return {
    of: async (sessionId) => {
      const records = await readSession(journal, sessionId);
      const kept = await payloads.read(sessionId);
      if (kept.state !== 'kept') {
        const lost = kept.state === 'not_kept' && records.some(hasPayload);
        return { payloads: lost ? 'damaged' : kept.state, turns: replayTurns(records, []) };
      }
      if (!keyring.has(kept.key.kid))
        return { payloads: 'key_missing', turns: replayTurns(records, []) };
      const key = unwrapKey(keyring, sessionId, kept.key);
      const sealed = new Map(kept.payloads.map((payload) => [payload.sha256, payload]));
      const open = async (record: JournalRecord): Promise<TurnTexts | undefined> => {
        const payload = sealed.get(String(record['payload_sha256']));
        const turn = Number(record['turn']);
        const leg: PayloadLeg = record.kind === 'request_masked' ? 'request' : 'reply';
        if (payload === undefined || !matchesDigest(payload)) return undefined;
        const context = payloadContext(sessionId, turn, leg);
        // It is sealed with the session's own key, so this service wrote it.
        const value = (await unsealValue(key, context, payload.ciphertext)) as TurnTexts;
        return { ...value, turn };
      };
      const opened: (TurnTexts | undefined)[] = [];
      // One after the other, so that other requests run in between (design D43).
      for (const record of records.filter(hasPayload)) opened.push(await open(record));
      const texts = opened.filter((one) => one !== undefined);
      return {
        payloads: texts.length === opened.length ? 'kept' : 'damaged',
        turns: replayTurns(records, texts),
      };
    },
  };
}

function hasPayload(record: JournalRecord): boolean {
  return typeof record['payload_sha256'] === 'string';
}

/** The journal vouches for the digest, and the digest for the bytes. */
function matchesDigest({ sha256, ciphertext }: SealedPayload): boolean {
  return sha256Of(ciphertext) === sha256;
}
