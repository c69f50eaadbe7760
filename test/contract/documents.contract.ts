import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Documents } from '../../server/ports/documents.ts';
import type { Opened } from './vault.contract.ts';

/** What every store of documents does. */
export function documentsContract(name: string, open: () => Promise<Opened<Documents>>): void {
  describe(`${name} documents`, () => {
    let opened: Opened<Documents>;
    let documents: Documents;
    beforeEach(async () => {
      opened = await open();
      documents = opened.port;
    });
    afterEach(() => opened.close());

    it('are read as they were written, each under its name', async () => {
      expect(await documents.read('clinic')).toBeUndefined();
      expect(await documents.write('clinic', 0, '{"name":"Élan"}')).toBe(true);
      expect(await documents.write('alerts', 0, '{}')).toBe(true);
      expect(await documents.read('clinic')).toEqual({ version: 1, text: '{"name":"Élan"}' });
    });

    it('are replaced only by a writer that names the version it replaces', async () => {
      await documents.write('clinic', 0, '1');
      expect(await documents.write('clinic', 1, '2')).toBe(true);
      for (const stale of [0, 1, 3])
        expect(await documents.write('clinic', stale, 'x')).toBe(false);
      expect(await documents.read('clinic')).toEqual({ version: 2, text: '2' });
      expect(await documents.write('other', 1, 'x')).toBe(false);
      expect(await documents.read('other')).toBeUndefined();
    });

    it('take one of several writers at the same time', async () => {
      for (const replaces of [0, 1]) {
        const taken = await Promise.all(
          ['a', 'b', 'c'].map((text) => documents.write('clinic', replaces, text)),
        );
        expect(taken.filter(Boolean)).toHaveLength(1);
      }
    });
  });
}
