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

/**
 * `key_missing`: the key id is no longer configured. `damaged`: some texts that events name are missing
 * or differ from their digest; the others are shown.
 */
type KeptState = 'kept' | 'not_kept' | 'erased' | 'key_missing' | 'damaged';

/** A past call, as far as its texts are kept (design D28). */
export interface Replay {
  /** The texts of both sides. */
  readonly payloads: KeptState;
  /** The texts of the public side, whether kept alone or with the other side. */
  readonly public_side: KeptState;
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

/** A stored text as an event names it. */
interface Reference {
  readonly turn: number;
  readonly leg: PayloadLeg;
  readonly sha256: string;
}

export function createReplays({ journal, keyring, payloads }: ReplaysDeps): Replays {
  return {
    of: async (sessionId) => {
      const records = await readSession(journal, sessionId);
      const kept = await payloads.read(sessionId);
      const references = records.flatMap(referencesOf);
      const texts = new Map<Reference, TurnTexts>();
      if (kept.state === 'kept' && keyring.has(kept.key.kid)) {
        const key = unwrapKey(keyring, sessionId, kept.key);
        const sealed = new Map(kept.payloads.map((payload) => [payload.sha256, payload]));
        // One after the other, so that other requests run in between (design D43).
        for (const reference of references) {
          const { turn, leg, sha256 } = reference;
          const payload = sealed.get(sha256);
          if (payload === undefined || !matchesDigest(payload)) continue;
          const context = payloadContext(sessionId, turn, leg);
          // It is sealed with the session's own key, so this service wrote it.
          const value = (await unsealValue(key, context, payload.ciphertext)) as TurnTexts;
          texts.set(reference, { ...value, turn });
        }
      }
      const keyMissing = kept.state === 'kept' && !keyring.has(kept.key.kid);
      const stateOf = (named: readonly Reference[]): KeptState => {
        if (kept.state === 'erased') return 'erased';
        if (named.length === 0) return 'not_kept';
        if (keyMissing) return 'key_missing';
        return named.every((one) => texts.has(one)) ? 'kept' : 'damaged';
      };
      return {
        payloads: stateOf(references.filter(({ leg }) => leg !== 'public')),
        public_side: stateOf(references),
        turns: replayTurns(records, [...texts.values()]),
      };
    },
  };
}

function referencesOf(record: JournalRecord): readonly Reference[] {
  const { kind, turn, payload_sha256: payload, public_sha256: publicSide } = record;
  const leg: PayloadLeg = kind === 'request_masked' ? 'request' : 'reply';
  return [
    ...(typeof payload === 'string' ? [{ turn: Number(turn), leg, sha256: payload }] : []),
    ...(typeof publicSide === 'string'
      ? [{ turn: Number(turn), leg: 'public' as const, sha256: publicSide }]
      : []),
  ];
}

/** The journal vouches for the digest, and the digest for the bytes. */
function matchesDigest({ sha256, ciphertext }: SealedPayload): boolean {
  return sha256Of(ciphertext) === sha256;
}
