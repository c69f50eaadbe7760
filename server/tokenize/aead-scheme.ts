import type { KeyObject } from 'node:crypto';
import { gcmsiv } from '@noble/ciphers/aes.js';
import type { AgentId } from '../domain/ids.ts';
import { formatToken, maxAeadBlocks, redactedMark, type Token } from '../domain/token.ts';
import type { Keyring } from '../ports/keyring.ts';
import { decodeCrockford, encodeCrockford } from '../shared/crockford.ts';
import { blockBytes, padded, unpadded } from '../shared/padding.ts';
import { replaceDistinct, type Scheme, type SensitiveValue } from './scheme.ts';

const maxPlaintextLength = maxAeadBlocks * blockBytes - 1;

/**
 * The nonce is fixed. A value must get one token in every turn of a call, and a turn may reach another
 * replica, so a random nonce would need shared state, which this scheme avoids. A nonce derived from the
 * value would repeat what the synthetic IV does. With a repeated nonce GCM-SIV reveals only that equal
 * plaintexts have equal ciphertexts (RFC 8452, section 9). The product wants that, and
 * `vault-deterministic` reveals it too. Without a nonce the token is 20 symbols shorter, and models copy
 * short tokens better.
 */
const nonce = new Uint8Array(12);

/** Seals and opens the payloads of one agent's `reversible-aead` tokens under one key (design D13). */
export interface AeadCipher {
  /** Undefined when the value is too long for a token. */
  seal(kind: string, value: string): string | undefined;
  /** Undefined when the payload was not sealed with this key for this kind, kid and agent. */
  open(token: Token): string | undefined;
}

/** `kid` is the key's own spelling. Throws when the key has not 32 bytes. */
export function aeadCipher(key: KeyObject, kid: string, agentId: AgentId): AeadCipher {
  const rawKey = new Uint8Array(key.export());
  if (rawKey.length !== 32) throw new Error('AES-256-GCM-SIV needs a 32-byte key');
  const cipherFor = (kind: string) =>
    gcmsiv(rawKey, nonce, Buffer.from(`TOK1\0${kind}\0${kid}\0${agentId}`));

  return {
    seal: (kind, value) => {
      const bytes = Buffer.from(value);
      if (bytes.length > maxPlaintextLength) return undefined;
      return encodeCrockford(cipherFor(kind).encrypt(padded(bytes)));
    },
    open: ({ kind, payload }) => {
      const sealed = decodeCrockford(payload);
      if (sealed === undefined) return undefined;
      const opened = decrypted(cipherFor(kind), sealed);
      return opened === undefined ? undefined : unpadded(opened);
    },
  };
}

/** The cipher throws on a wrong tag: for a reader of replies that is an answer, not an error. */
function decrypted(cipher: ReturnType<typeof gcmsiv>, sealed: Uint8Array): Uint8Array | undefined {
  try {
    return cipher.decrypt(sealed);
  } catch {
    return undefined;
  }
}

export interface AeadSchemeOptions {
  readonly keyring: Keyring;
  readonly kid: string;
  readonly agentId: AgentId;
}

/**
 * `reversible-aead` (design D13): the token is the encrypted value, so no vault is needed. A value
 * too long for any model to copy back (1 KiB) is redacted instead.
 */
export function aeadScheme({ keyring, kid, agentId }: AeadSchemeOptions): Scheme {
  const cipher = aeadCipher(keyring.subkey(kid, 'token-aead', agentId), kid, agentId);

  const replacementOf = ({ kind, surface }: SensitiveValue): string => {
    const payload = cipher.seal(kind, surface);
    return payload === undefined ? redactedMark(kind) : formatToken({ kind, kid, payload });
  };

  return {
    name: 'reversible-aead',
    reversible: true,
    replace: async (values) => replaceDistinct(values, replacementOf),
  };
}
