import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  deriveFileKey,
  deriveMacKey,
  hkdf,
} from '../../../../server/adapters/system/key-derivation.ts';
import { createKeyring } from '../../../../server/adapters/system/keyring.ts';
import { Secret } from '../../../../server/domain/secret.ts';
import type { KeyPurpose } from '../../../../server/ports/keyring.ts';

const root = Buffer.alloc(32, 1);
const purposes: KeyPurpose[] = ['vault-index', 'token-tag', 'token-aead', 'payload', 'synthetic'];

describe('design D45: every use has its own subkey', () => {
  const keyring = createKeyring(
    new Map([
      ['K_A', new Secret(root)],
      ['K_B', new Secret(root)],
    ]),
  );
  const bytes = (...args: Parameters<typeof keyring.subkey>) =>
    keyring
      .subkey(...args)
      .export()
      .toString('hex');

  it('derives 32 bytes that differ by kid, purpose and context, even from equal roots', () => {
    const all = ['K_A', 'K_B'].flatMap((kid) =>
      purposes.flatMap((purpose) => [
        bytes(kid, purpose),
        bytes(kid, purpose, 'agt_1'),
        bytes(kid, purpose, 'agt_2'),
      ]),
    );
    expect(new Set(all).size).toBe(30);
    expect(all.every((text) => text.length === 64)).toBe(true);
    expect(all).not.toContain(root.toString('hex'));
  });

  it('derives the same subkey in every process, and only once in each', () => {
    const other = createKeyring(new Map([['K_A', new Secret(root)]]));
    expect(other.subkey('K_A', 'token-tag', 'agt_1').export().toString('hex')).toBe(
      bytes('K_A', 'token-tag', 'agt_1'),
    );
    expect(keyring.subkey('K_A', 'token-tag')).toBe(keyring.subkey('K_A', 'token-tag'));
  });

  it('derives the same subkeys when contexts exceed its cache', () => {
    const first = bytes('K_A', 'synthetic', 'sess_0');
    for (let n = 1; n < 5000; n++) keyring.subkey('K_A', 'synthetic', `sess_${n}`);
    expect(bytes('K_A', 'synthetic', 'sess_0')).toBe(first);
  });

  it('has its own kids and rejects others', () => {
    expect(['K_A', 'K_C', ''].map((kid) => keyring.has(kid))).toEqual([true, false, false]);
    expect(() => keyring.subkey('K_C', 'token-tag')).toThrow(
      expect.objectContaining({ code: 'internal_error' }),
    );
  });
});

describe('keys derived from the master key', () => {
  const master = new Secret(Buffer.alloc(32, 9));

  it('are HKDF-SHA256 (RFC 5869) with an empty salt', () => {
    const prk = createHmac('sha256', Buffer.alloc(32)).update(root).digest();
    const info = Buffer.from('voice-phi-proxy/v1\0file\0vault\x01', 'latin1');
    const expected = createHmac('sha256', prk).update(info).digest('hex');
    expect(hkdf(root, ['file', 'vault']).toString('hex')).toBe(expected);
  });

  it('differ for each database and for call ids', () => {
    const files = (['vault', 'journal', 'calls'] as const).map((file) =>
      deriveFileKey(master, file).reveal().toString('hex'),
    );
    expect(new Set([...files, deriveMacKey(master, 'call-id').export().toString('hex')]).size).toBe(
      4,
    );
  });

  it('never change, because existing data needs them', () => {
    const file = (name: 'vault' | 'journal' | 'calls') => deriveFileKey(master, name).reveal();
    const keyring = createKeyring(new Map([['K_A', new Secret(root)]]));
    expect([
      file('vault').toString('hex'),
      file('journal').toString('hex'),
      file('calls').toString('hex'),
      deriveMacKey(master, 'call-id').export().toString('hex'),
      keyring.subkey('K_A', 'vault-index').export().toString('hex'),
      keyring.subkey('K_A', 'token-aead', 'agt_1').export().toString('hex'),
    ]).toEqual([
      '6967e17199dc4e371cd38c3202426d08b5319d0c4218db47522e808d7c116bae',
      '8c49d8d53f974d5f615eb5d4f728636d6b8ee2e198e36e1edd5b7ccdf83e19fe',
      '3d7785cddd1bb05438a443cdecbeec46f04c37fa3fb5d8dddb3626828d180d0e',
      'ae31cf9dc49dbb5103a622dfbdda53d473928a325a36ee69939b3290455bb2f2',
      '6af4fd5de0bf334e51faa718a84f60f195945a517a84de028422b0de8bf14a00',
      '294b5fdb4b164e1d4ef949ee5295c21d11074463952eba9876ead4518d5245e2',
    ]);
  });
});
