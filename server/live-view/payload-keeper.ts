import { createSecretKey, hash, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';
import type { LiveCall } from '../calls/live-call.ts';
import type { PartView, ReplyView } from '../contract/live.ts';
import type { SessionId } from '../domain/ids.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import { mapInSlices } from '../domain/time-slices.ts';
import type { Ids } from '../ports/ids.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { Payloads, SealedPayload, WrappedKey } from '../ports/payloads.ts';
import { publicPart, publicReply } from '../projections/public-side.ts';
import { partView, replyView } from '../projections/two-sided-view.ts';
import { tokensIn } from '../rehydrate/index.ts';
import { seal, unseal } from '../shared/seal.ts';
import type { MaskedPart } from '../tokenize/masked-request.ts';
import type { ReplyTexts } from './reply-texts.ts';
import { truncateCardNumber } from './truncate-card-number.ts';

/** Far more than a turn can hold; a forged length must not fill the memory. */
const maxOpened = 64 * 1024 * 1024;

/** A longer text is compressed in a thread, so that it holds nobody up (design D43). */
const mostAtOnce = 16_384;
/** A small window: to fill the default one would cost more than a turn's compression. */
const forShortTexts = { windowBits: 12, memLevel: 5 };

/** Seals a value as compressed JSON (design D28). */
export async function sealValue(key: KeyObject, context: string, value: unknown): Promise<Buffer> {
  const text = JSON.stringify(value);
  const isShort = text.length <= mostAtOnce;
  const packed = isShort ? deflateRawSync(text, forShortTexts) : await promisify(deflateRaw)(text);
  return seal(key, context, packed);
}

/** Rejects when the bytes were not sealed with this key in this context. */
export async function unsealValue(
  key: KeyObject,
  context: string,
  sealed: Uint8Array,
): Promise<unknown> {
  const options = { maxOutputLength: maxOpened };
  const text = await promisify(inflateRaw)(unseal(key, context, sealed), options);
  return JSON.parse(text.toString('utf8'));
}

/** How an event names its kept texts; empty when there are none. */
export interface PayloadReference {
  readonly payload_sha256?: string;
  readonly public_sha256?: string;
}

/** What is kept of a request: the body that was sent, and its new texts on both sides. */
export interface RequestPayload {
  readonly body: string;
  readonly parts: readonly PartView[];
}

/** What is kept of a reply. */
export interface ReplyPayload {
  readonly replies: readonly ReplyView[];
}

/** What is kept of a turn's public side: no real value. */
export type PublicPayload = Pick<RequestPayload, 'parts'> & ReplyPayload;

export interface PayloadTurn {
  readonly call: LiveCall;
  readonly number: number;
  readonly active: ActivePolicy;
}

/**
 * Keeps texts of calls, encrypted (design D28): both sides where the policy sets `audit.log_payloads`, else
 * the public side unless the policy keeps nothing (decision 0086).
 */
export interface PayloadKeeper {
  /**
   * Durable on return, before its event; rejects with Fault `AuditUnavailable`. Calls `fresh`, which
   * returns the new texts of the request, only where they are kept.
   */
  request(
    turn: PayloadTurn,
    body: string,
    fresh: () => Promise<readonly MaskedPart[]>,
  ): Promise<PayloadReference>;
  /** The new texts of a request that is about to be sent; `reply` keeps their public side. */
  sent(turn: PayloadTurn, fresh: readonly MaskedPart[]): void;
  /** Undefined when nothing is kept. Never rejects: the caller already has the reply. */
  reply(turn: PayloadTurn, reply: ReplyTexts): Promise<PayloadReference> | undefined;
}

export interface PayloadKeeperDeps {
  readonly payloads: Payloads;
  readonly keyring: Keyring;
  readonly ids: Ids;
  /** Called when the texts of a delivered reply, or of the public side, could not be kept. */
  readonly onLost: (error: unknown) => void;
}

const keyBytes = 32;

type Seal = (key: KeyObject) => Promise<SealedPayload>;

/** How long what follows a reply waits for that of other replies, in milliseconds: all share one message and one commit. */
const gatherMs = 50;

/** Each call joins the round that is open, or opens one; resolves at its end, `ms` after its first call. */
function createRounds(ms: number): () => Promise<void> {
  let round: PromiseWithResolvers<void> | undefined;
  const end = (): void => {
    round?.resolve();
    round = undefined;
  };
  return () => {
    if (round === undefined) {
      round = Promise.withResolvers();
      setTimeout(end, ms);
    }
    return round.promise;
  };
}

export function createPayloadKeeper(deps: PayloadKeeperDeps): PayloadKeeper {
  const { onLost } = deps;
  const keep = sealedKeeper(deps);
  /** Texts that wait for their reply, by turn. */
  const sent = new WeakMap<LiveCall, Map<number, readonly MaskedPart[]>>();

  /** One write for both legs, after the reply: it delays no caller. */
  const keepPublic = (turn: PayloadTurn, { texts }: ReplyTexts) => {
    const waiting = sent.get(turn.call);
    const masked = waiting?.get(turn.number) ?? [];
    waiting?.delete(turn.number);
    const replies = texts.map((text) => publicReply(replyView(text, truncateCardNumber, tokensIn)));
    if (masked.length + replies.length === 0) return undefined;
    return mapInSlices(masked, (part) => publicPart(partView(part, truncateCardNumber)))
      .then((parts) => keep(turn, 'public', { parts, replies } satisfies PublicPayload))
      .then(named('public'));
  };

  const keepReply = (turn: PayloadTurn, { texts }: ReplyTexts) => {
    if (texts.length === 0) return undefined;
    const replies = texts.map((text) => replyView(text, truncateCardNumber, tokensIn));
    return keep(turn, 'reply', { replies } satisfies ReplyPayload).then(named('payload'));
  };

  return {
    request: async (turn, body, fresh) => {
      if (!turn.active.policy.audit.logPayloads) return {};
      const parts = await mapInSlices(await fresh(), (part) => partView(part, truncateCardNumber));
      return named('payload')(
        await keep(turn, 'request', { body, parts } satisfies RequestPayload),
      );
    },
    sent: (turn, fresh) => {
      if (!keepsPublicSideAlone(turn)) return;
      const waiting = sent.get(turn.call) ?? new Map();
      sent.set(turn.call, waiting.set(turn.number, fresh));
    },
    reply: (turn, reply) => {
      const keeping = turn.active.policy.audit.logPayloads
        ? keepReply(turn, reply)
        : keepsPublicSideAlone(turn)
          ? keepPublic(turn, reply)
          : undefined;
      return keeping?.catch((error: unknown) => {
        onLost(error);
        return {};
      });
    },
  };
}

/** Seals values of calls and keeps them; resolves with the digest, or with undefined after an erasure. */
type KeepSealed = (
  turn: PayloadTurn,
  leg: PayloadLeg,
  value: unknown,
) => Promise<string | undefined>;

function sealedKeeper({ payloads, keyring, ids }: PayloadKeeperDeps): KeepSealed {
  /** The calls' data keys; of an erased one undefined. */
  const keys = new WeakMap<LiveCall, Promise<KeyObject | undefined>>();
  const endOfRound = createRounds(gatherMs);

  /** Keeps the first payload of a call in one write with the call's data key, unless the call has a key already. */
  const keepFirst = async ({ call: { sessionId }, active }: PayloadTurn, seal: Seal) => {
    const bytes = ids.randomBytes(keyBytes);
    const made = createSecretKey(bytes);
    const offered = wrap(keyring, active.policy.kid, sessionId, bytes);
    const payload = await seal(made);
    const kept = await payloads.keepFirst(sessionId, offered, payload);
    if (kept === undefined) return {};
    if (Buffer.compare(kept.wrapped, offered.wrapped) === 0) return { key: made, payload };
    return { key: unwrapKey(keyring, sessionId, kept) };
  };

  return async (turn, leg, value) => {
    const { call, number } = turn;
    const context = payloadContext(call.sessionId, number, leg);
    const seal: Seal = async (key) => {
      const ciphertext = await sealValue(key, context, value);
      // A request waits for its texts; nobody waits for those of a reply.
      if (leg !== 'request') await endOfRound();
      return { sha256: sha256Of(ciphertext), ciphertext };
    };
    if (!keys.has(call)) {
      const first = keepFirst(turn, seal);
      const made = first.then(({ key }) => key);
      keys.set(call, made);
      made.catch(() => keys.delete(call));
      const { payload } = await first;
      if (payload !== undefined) return payload.sha256;
    }
    const key = await keys.get(call);
    if (key === undefined) return undefined;
    const payload = await seal(key);
    return (await payloads.keep(call.sessionId, payload)) ? payload.sha256 : undefined;
  };
}

function keepsPublicSideAlone({ active }: PayloadTurn): boolean {
  const { logPayloads, keep } = active.policy.audit;
  return !logPayloads && keep === 'public';
}

function named(what: 'payload' | 'public') {
  return (sha256: string | undefined): PayloadReference =>
    sha256 === undefined ? {} : { [`${what}_sha256`]: sha256 };
}

export type PayloadLeg = 'request' | 'reply' | 'public';

/** The context of a sealed payload. */
export function payloadContext(sessionId: SessionId, turn: number, leg: PayloadLeg): string {
  return ['payload', sessionId, turn, leg].join('\0');
}

export function sha256Of(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

function wrap(keyring: Keyring, kid: string, sessionId: SessionId, key: Uint8Array): WrappedKey {
  const wrapped = seal(keyring.subkey(kid, 'payload', sessionId), keyContext(sessionId), key);
  key.fill(0);
  return { kid, wrapped };
}

/** Throws when the key was not wrapped for this session. */
export function unwrapKey(
  keyring: Keyring,
  sessionId: SessionId,
  { kid, wrapped }: WrappedKey,
): KeyObject {
  const key = unseal(keyring.subkey(kid, 'payload', sessionId), keyContext(sessionId), wrapped);
  return createSecretKey(key);
}

function keyContext(sessionId: SessionId): string {
  return ['payload-key', sessionId].join('\0');
}
