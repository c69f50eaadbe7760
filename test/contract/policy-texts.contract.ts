import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PolicyTexts } from '../../server/ports/journal.ts';
import type { Opened } from './vault.contract.ts';

const [first, second, third] = ['a1', 'b2', 'c3'].map((digits) => digits.repeat(32)) as [
  string,
  string,
  string,
];

/** What every keeper of policy texts does. */
export function policyTextsContract(name: string, open: () => Promise<Opened<PolicyTexts>>): void {
  describe(`${name} policy texts`, () => {
    let opened: Opened<PolicyTexts>;
    let texts: PolicyTexts;
    beforeEach(async () => {
      opened = await open();
      texts = opened.port;
    });
    afterEach(() => opened.close());

    it('finds texts in the requested order, and undefined for unknown ones', async () => {
      await texts.keep({ sha256: first, yaml: 'name: one\n' });
      await texts.keep({ sha256: second, yaml: 'name: zwei, für alle\n' });
      expect(await texts.find([second, third, first])).toEqual([
        'name: zwei, für alle\n',
        undefined,
        'name: one\n',
      ]);
      expect(await texts.find([])).toEqual([]);
    });

    it('keeps the first text of a digest when it is stored again', async () => {
      const offers = ['name: one\n', 'name: one\n', 'name: forged\n'];
      for (const yaml of offers) await texts.keep({ sha256: first, yaml });
      expect(await texts.find([first])).toEqual(['name: one\n']);
    });
  });
}
