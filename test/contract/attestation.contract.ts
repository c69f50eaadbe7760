import { verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCheckpoint, parseCheckpoint, publicKeyOf } from '../../server/journal/index.ts';
import type { Journal, JournalAttestation } from '../../server/ports/journal.ts';
import { redaction } from '../support/event-samples.ts';
import { verdictOf } from '../support/export-kit.ts';
import type { Opened } from './vault.contract.ts';

/** What every journal shows to people who cannot look into it (design D24, D32). */
export function attestationContract(
  name: string,
  open: () => Promise<Opened<Journal & JournalAttestation>>,
): void {
  describe(`the attestation of the ${name} journal`, () => {
    let opened: Opened<Journal & JournalAttestation>;
    let journal: Journal & JournalAttestation;
    beforeEach(async () => {
      opened = await open();
      journal = opened.port;
    });
    afterEach(() => opened.close());

    it('has no checkpoint of an empty journal', async () => {
      expect(await journal.checkpoint()).toBe('');
    });

    it('signs checkpoints over all records with the key that it names', async () => {
      for (const turns of [1, 2]) {
        await journal.append(Array.from({ length: turns }, (_, turn) => redaction(turn)));
        const { size } = journal.head();
        const note = await journal.checkpoint();
        const key = publicKeyOf(journal.publicKey);
        if (key === undefined) throw new Error('no key');
        expect(openCheckpoint(note, parseCheckpoint(note)?.origin ?? '', key)).toMatchObject({
          checkpoint: { size },
        });
      }
    });

    it('lists its checkpoints, the newest first', async () => {
      const notes: string[] = [];
      for (const turn of [0, 1, 2]) {
        await journal.append([redaction(turn)]);
        notes.unshift(await journal.checkpoint());
      }
      const kept = await journal.checkpoints(2);
      expect(kept.map(({ note }) => note)).toEqual(notes.slice(0, 2));
      expect(kept.map(({ size, rootHash }) => ({ size, rootHash }))).toEqual(
        notes.slice(0, 2).map((note) => {
          const { size, rootHash } = parseCheckpoint(note) ?? {};
          return { size, rootHash };
        }),
      );
      expect(parseCheckpoint(notes[0] ?? '')?.origin).toBe(journal.keyName);
    });

    it('exports the journal in whole lines that verify against an earlier checkpoint', async () => {
      await journal.append([redaction(0), redaction(1)]);
      const handedOut = await journal.checkpoint();
      await journal.append([redaction(2)]);
      const lines: string[] = [];
      for await (const piece of journal.export()) {
        expect(piece.endsWith('\n')).toBe(true);
        lines.push(...piece.slice(0, -1).split('\n'));
      }
      // The first line and the last are no records.
      expect(lines).toHaveLength(journal.head().size + 2);
      const anchor = { note: handedOut, publicKey: journal.publicKey };
      expect(verdictOf(lines, [anchor])).toEqual({ ok: true, breaks: [] });
    });

    it('signs texts with the same key', async () => {
      const text = '{"é":1}';
      const signature = Buffer.from(await journal.sign(text), 'base64');
      const key = publicKeyOf(journal.publicKey);
      if (key === undefined) throw new Error('no key');
      expect(verify(null, Buffer.from(text), key, signature)).toBe(true);
      expect(verify(null, Buffer.from(`${text} `), key, signature)).toBe(false);
    });
  });
}
