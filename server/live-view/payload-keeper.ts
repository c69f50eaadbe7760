import { createSecretKey, hash, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { LiveCall } from '../calls/live-call.ts';
import type { PartView, ReplyView } from '../contract/live.ts';
import type { SessionId } from '../domain/ids.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import type { Ids } from '../ports/ids.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { Payloads, WrappedKey } from '../ports/payloads.ts';
import { partView, replyView } from '../projections/two-sided-view.ts';
import { tokensIn } from '../rehydrate/index.ts';
import { seal, unseal } from '../shared/seal.ts';
import type { MaskedPart } from '../tokenize/masked-request.ts';
import type { ReplyTexts } from './reply-texts.ts';
import { truncateCardNumber } from './truncate-card-number.ts';

/** Far more than a turn can hold; a forged length must not fill the memory. */
const maxOpened = 64 * 1024 * 1024;

/** Seals a value as compressed JSON (design D28). */
export async function sealValue(key: KeyObject, context: string, value: unknown): Promise<Buffer> {
  return seal(key, context, await promisify(deflateRaw)(JSON.stringify(value)));
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

/** How an event names its kept payload; empty when there is none. */
export interface PayloadReference {
  readonly payload_sha256?: string;
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

export interface PayloadTurn {
  readonly call: LiveCall;
  readonly number: number;
  readonly active: ActivePolicy;
}

/** Keeps texts of calls, encrypted, where the policy sets `audit.log_payloads` (design D28). */
export interface PayloadKeeper {
  /**
   * Durable on return, before its event; rejects with Fault `AuditUnavailable`. Calls `fresh`, which
   * returns the new texts of the request, only where they are kept.
   */
  request(
    turn: PayloadTurn,
    body: string,
    fresh: () => readonly MaskedPart[],
  ): Promise<PayloadReference>;
  /** Undefined when nothing is kept. Never rejects: the caller already has the reply. */
  reply(turn: PayloadTurn, reply: ReplyTexts): Promise<PayloadReference> | undefined;
}

export interface PayloadKeeperDeps {
  readonly payloads: Payloads;
  readonly keyring: Keyring;
  readonly ids: Ids;
  /** Called when the payload of a reply could not be kept. */
  readonly onLost: (error: unknown) => void;
}

const keyBytes = 32;

export function createPayloadKeeper(deps: PayloadKeeperDeps): PayloadKeeper {
  const { payloads, keyring, ids, onLost } = deps;
  const keys = new WeakMap<LiveCall, Promise<KeyObject | undefined>>();

  /** The call's data key, made with its first payload; undefined after erasure. */
  const keyOf = ({ call, active }: PayloadTurn): Promise<KeyObject | undefined> => {
    const known = keys.get(call);
    if (known !== undefined) return known;
    const { kid } = active.policy;
    const key = payloads
      .keyOf(call.sessionId, wrap(keyring, kid, call.sessionId, ids.randomBytes(keyBytes)))
      .then((kept) => kept && unwrapKey(keyring, call.sessionId, kept));
    keys.set(call, key);
    key.catch(() => keys.delete(call));
    return key;
  };

  const keep = async (
    turn: PayloadTurn,
    leg: PayloadLeg,
    value: unknown,
  ): Promise<PayloadReference> => {
    const { sessionId } = turn.call;
    const key = await keyOf(turn);
    if (key === undefined) return {};
    const ciphertext = await sealValue(key, payloadContext(sessionId, turn.number, leg), value);
    const sha256 = sha256Of(ciphertext);
    return (await payloads.keep(sessionId, { sha256, ciphertext }))
      ? { payload_sha256: sha256 }
      : {};
  };

  return {
    request: async (turn, body, fresh) => {
      if (!turn.active.policy.audit.logPayloads) return {};
      const parts = fresh().map((part) => partView(part, truncateCardNumber));
      return keep(turn, 'request', { body, parts } satisfies RequestPayload);
    },
    reply: (turn, reply) => {
      if (!turn.active.policy.audit.logPayloads || reply.texts.length === 0) return undefined;
      const replies = reply.texts.map((text) => replyView(text, truncateCardNumber, tokensIn));
      return keep(turn, 'reply', { replies } satisfies ReplyPayload).catch((error: unknown) => {
        onLost(error);
        return {};
      });
    },
  };
}

export type PayloadLeg = 'request' | 'reply';

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
