import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentId } from '../../server/domain/ids.ts';
import type { Vault, VaultEntry } from '../../server/ports/vault.ts';

export interface Opened<T> {
  readonly port: T;
  close(): Promise<void>;
}

const clinic: AgentId = 'agt_01KAHZ0000000000000000AAAA';
const pharmacy: AgentId = 'agt_01KAHZ0000000000000000BBBB';
let made = 0;

/** An entry for a value no other test uses. */
function freshEntry(change: Partial<VaultEntry> = {}): VaultEntry {
  const number = String(made++).padStart(4, '0');
  return {
    index: `${number}`.padStart(64, '0'),
    token: `TOK1.PHONE.K_HEALTHCARE.${number}QQQQQQQQQQQQQQQQ`,
    kind: 'PHONE',
    kid: 'K_HEALTHCARE',
    surface: `555-01${number.slice(-2)}`,
    ...change,
  };
}

/** What every vault does (spec, Tokenization schemes; design D11, D12, D16). */
export function vaultContract(name: string, open: () => Promise<Opened<Vault>>): void {
  describe(`${name} vault: the same input always yields the same token`, () => {
    let opened: Opened<Vault>;
    let vault: Vault;
    const intern = async (agent: AgentId, entries: readonly VaultEntry[]) => {
      const { tokens, durable } = await vault.intern(agent, entries);
      await durable;
      return tokens;
    };
    beforeAll(async () => {
      opened = await open();
      vault = opened.port;
    });
    afterAll(() => opened.close());

    it('stores the offered token of a new value', async () => {
      const entry = freshEntry();
      expect(await intern(clinic, [entry])).toEqual([entry.token]);
      expect(await vault.find([entry.token])).toEqual([
        { token: entry.token, kind: entry.kind, surface: entry.surface },
      ]);
    });

    it('returns the stored token of a known value, and keeps the first surface form', async () => {
      const first = freshEntry();
      const again = freshEntry({ index: first.index, surface: '555 01 99' });
      await intern(clinic, [first]);
      expect(await intern(clinic, [again])).toEqual([first.token]);
      expect(await vault.find([first.token, again.token])).toEqual([
        expect.objectContaining({ surface: first.surface }),
        undefined,
      ]);
    });

    it('answers in the order of the entries, also for the same value twice', async () => {
      const [a, b] = [freshEntry(), freshEntry()];
      const twin = freshEntry({ index: a.index });
      expect(await intern(clinic, [a, b, twin])).toEqual([a.token, b.token, a.token]);
    });

    it('gives one token to simultaneous requests with the same new value', async () => {
      const { index } = freshEntry();
      const offers = Array.from({ length: 50 }, () => freshEntry({ index }));
      const answers = await Promise.all(offers.map((entry) => intern(clinic, [entry])));
      const kept = new Set(answers.flat());
      expect(kept.size).toBe(1);
      const found = await vault.find(offers.map((entry) => entry.token));
      expect(found.filter((row) => row !== undefined)).toHaveLength(1);
    });

    it('returns the same token before and after it is durable', async () => {
      const { index } = freshEntry();
      const first = await vault.intern(clinic, [freshEntry({ index })]);
      const second = await vault.intern(clinic, [freshEntry({ index })]);
      expect(second.tokens).toEqual(first.tokens);
      await Promise.all([first.durable, second.durable]);
      expect(await intern(clinic, [freshEntry({ index })])).toEqual(first.tokens);
    });

    it('shows a token to every agent that used it, not only to the first', async () => {
      const entry = freshEntry();
      await intern(clinic, [entry]);
      expect(await vault.find([entry.token], clinic)).toEqual([
        expect.objectContaining({ token: entry.token }),
      ]);
      expect(await vault.find([entry.token], pharmacy)).toEqual([undefined]);

      await intern(pharmacy, [freshEntry({ index: entry.index })]);
      expect(await vault.find([entry.token], pharmacy)).toEqual([
        expect.objectContaining({ token: entry.token }),
      ]);
    });

    it('refuses a token of another value, and stores nothing of that request', async () => {
      const [taken, bystander] = [freshEntry(), freshEntry()];
      await intern(clinic, [taken]);
      const clash = freshEntry({ token: taken.token });
      await expect(intern(clinic, [bystander, clash])).rejects.toThrow();
      expect(await vault.find([taken.token, bystander.token])).toEqual([
        expect.objectContaining({ surface: taken.surface }),
        undefined,
      ]);
    });

    it('returns nothing for an empty list', async () => {
      expect(await intern(clinic, [])).toEqual([]);
      expect(await vault.find([])).toEqual([]);
    });
  });
}
