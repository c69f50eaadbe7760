import { describe, expect, it } from 'vitest';
import { formatToken, maxTokenLength, parseToken } from '../../../server/domain/token.ts';
import { Placeholders, vaultScheme } from '../../../server/tokenize/index.ts';
import { agentId, kid, otherAgentId, replaced, tokenKit } from '../../support/token-kit.ts';

const phone = { kind: 'PHONE', canonical: '5550123', surface: '555-0123' };
const samePhone = { kind: 'PHONE', canonical: '5550123', surface: '555 0123' };
const fax = { ...phone, kind: 'FAX' };

describe('spec, vault-deterministic: the same input always yields the same token', () => {
  it('gives equal values one token, also across requests', async () => {
    const { vaultDeterministic } = tokenKit();
    const [first, second, third] = await replaced(vaultDeterministic, [phone, samePhone, fax]);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(await replaced(vaultDeterministic, [samePhone])).toEqual([first]);
  });

  it('mints tokens of 20 symbols with the kind and the key id', async () => {
    const [token = ''] = await replaced(tokenKit().vaultDeterministic, [phone]);
    expect(parseToken(token)).toMatchObject({ kind: 'PHONE', kid });
    expect(token).toHaveLength(`TOK1.PHONE.${kid}.`.length + 20);
  });

  it('derives nothing in the token from the value (design D11)', async () => {
    const one = await replaced(tokenKit().vaultDeterministic, [phone]);
    const other = await replaced(tokenKit().vaultDeterministic, [phone]);
    expect(one).not.toEqual(other);
  });

  it('does not call the vault without values', async () => {
    const kit = tokenKit();
    const vault = { ...kit.vault, intern: () => Promise.reject(new Error('asked')) };
    const scheme = vaultScheme({ ...kit, vault, kid, agentId });
    expect(await replaced(scheme, [])).toEqual([]);
    await expect(replaced(scheme, [phone])).rejects.toThrow('asked');
  });
});

describe('spec, reversible-aead: the ciphertext is encoded into the token', () => {
  it('gives one value one token in every request, without a vault', async () => {
    const [first, second] = await replaced(tokenKit().reversibleAead, [phone, samePhone]);
    expect(second).toBe(first);
    expect(await replaced(tokenKit().reversibleAead, [phone])).toEqual([first]);
  });

  it('is longer than a vault token, and reveals the length of a value only to 16 bytes', async () => {
    const surfaces = ['x', 'x'.repeat(15), 'x'.repeat(16)];
    const values = surfaces.map((surface) => ({ kind: 'NAME', canonical: surface, surface }));
    const tokens = await replaced(tokenKit().reversibleAead, values);
    const lengths = tokens.map((token) => parseToken(token)?.payload.length);
    expect(lengths).toEqual([52, 52, 77]);
  });

  it('differs between agents and between kinds', async () => {
    const tokens = [
      ...(await replaced(tokenKit(agentId).reversibleAead, [phone, fax])),
      ...(await replaced(tokenKit(otherAgentId).reversibleAead, [phone])),
    ].map((token) => parseToken(token)?.payload);
    expect(new Set(tokens).size).toBe(3);
  });

  it('redacts a value that no token can hold', async () => {
    const value = (length: number) => ({
      kind: 'URL',
      canonical: String(length),
      surface: 'x'.repeat(length),
    });
    const [fits = '', tooLong] = await replaced(tokenKit().reversibleAead, [
      value(1023),
      value(1024),
    ]);
    expect(fits.length).toBeLessThanOrEqual(maxTokenLength);
    expect(parseToken(fits)).toBeDefined();
    expect(tooLong).toBe('[REDACTED:URL]');
  });
});

describe('tokens in a reply that the call did not mint', () => {
  const read = async (text: string, kit = tokenKit()) => {
    const token = parseToken(text);
    return token && kit.reader.resolve(token);
  };

  it.each(['vaultDeterministic', 'reversibleAead'] as const)(
    'are read back in any letter case: %s',
    async (scheme) => {
      const kit = tokenKit();
      const [token = ''] = await replaced(kit[scheme], [phone]);
      const expected = { ok: true, surface: '555-0123' };
      expect(await read(token, kit)).toEqual(expected);
      expect(await read(token.toLowerCase(), kit)).toEqual(expected);
    },
  );

  it.each(['vaultDeterministic', 'reversibleAead'] as const)(
    'are malformed with any symbol, the kind or the key id altered: %s',
    async (scheme) => {
      const kit = tokenKit();
      const [text = ''] = await replaced(kit[scheme], [phone]);
      const token = parseToken(text);
      if (token === undefined) throw new Error('no token');
      const altered = [
        { ...token, kind: 'FAX' },
        { ...token, kid: 'K_OTHER' },
        ...[...token.payload].map((symbol, at) => ({
          ...token,
          payload:
            token.payload.slice(0, at) + (symbol === 'Z' ? 'Y' : 'Z') + token.payload.slice(at + 1),
        })),
      ];
      // One tag in 2^20 holds by chance: of some twenty altered vault tokens, none will.
      expect(altered.map((one) => kit.reader.check(one))).toEqual(altered.map(() => 'malformed'));
    },
  );

  it('an unreadable token gives its reason', async () => {
    const kit = tokenKit();
    const [text = ''] = await replaced(kit.vaultDeterministic, [phone]);
    const token = parseToken(text);
    if (token === undefined) throw new Error('no token');
    expect(kit.reader.check(token)).toBeUndefined();
    expect(await read(formatToken({ ...token, kid: 'K_GONE' }), kit)).toEqual({
      ok: false,
      reason: 'key_missing',
    });
    expect(await read(text, tokenKit())).toEqual({ ok: false, reason: 'vault_miss' });
  });

  it('a token of another agent is not read', async () => {
    const kit = tokenKit();
    const other = tokenKit(otherAgentId);
    const [sealed = ''] = await replaced(kit.reversibleAead, [phone]);
    const [kept = ''] = await replaced(kit.vaultDeterministic, [phone]);
    expect(await read(sealed, other)).toEqual({ ok: false, reason: 'malformed' });
    expect(await read(kept, other)).toEqual({ ok: false, reason: 'vault_miss' });
  });
});

describe('spec: placeholders [<KIND>_<NN>]', () => {
  it('count per kind, one number per value, at least two digits', () => {
    const book = new Placeholders();
    const given = ['5550123', '5550124', '5550123'].map((value) =>
      book.placeholderFor('PHONE', value),
    );
    expect(given).toEqual(['[PHONE_01]', '[PHONE_02]', '[PHONE_01]']);
    expect(book.placeholderFor('NAME', '5550123')).toBe('[NAME_01]');
    for (let value = 0; value < 98; value += 1) book.placeholderFor('PHONE', `v${value}`);
    expect(book.placeholderFor('PHONE', 'last')).toBe('[PHONE_101]');
  });
});
