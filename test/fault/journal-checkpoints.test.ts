import { createPublicKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqlcipherJournal } from '../../server/adapters/sqlcipher/journal/journal.ts';
import { verifyJournalFile } from '../../server/adapters/sqlcipher/journal/journal-reader.ts';
import type { EventDraft } from '../../server/domain/event.ts';
import { merkleRoot, openCheckpoint } from '../../server/journal/index.ts';
import { redaction, sampleDrafts } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { type JournalFolder, journalFolder, openAt } from '../support/journal-folder.ts';

/** Without a seal, records wait 60 s for their checkpoint. */
const wellBeforeTimerMs = 30_000;

const seal = sampleDrafts.find(({ kind }) => kind === 'session_sealed') as EventDraft;

describe('checkpoints (design D24)', () => {
  let place: JournalFolder;
  let journal: SqlcipherJournal;
  beforeEach(async () => {
    place = await journalFolder();
    journal = await openAt(place);
  });
  afterEach(async () => {
    await journal.close();
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true });
    await place.remove();
  });

  const signedSizes = async () => {
    const records = await journal.read({ limit: 10_000 });
    return records.filter((r) => r.kind === 'checkpoint_signed').map((r) => r['size']);
  };
  const publicKey = () => {
    const x = Buffer.from(journal.publicKey, 'hex').toString('base64url');
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  };
  const turns = (count: number) => Array.from({ length: count }, (_, turn) => redaction(turn));

  it('are signed once a session is sealed', async () => {
    await journal.append([redaction(1), seal]);
    await eventually(async () => expect(await signedSizes()).toEqual([2]), wellBeforeTimerMs);
  });

  it('are shared by seals that follow each other at once', async () => {
    const seals = 20;
    for (let turn = 0; turn < seals; turn += 1) await journal.append([redaction(turn), seal]);
    await eventually(async () => {
      const sizes = await signedSizes();
      expect(sizes.at(-1)).toBe(2 * seals + sizes.length - 1);
      expect(sizes.length).toBeLessThan(seals);
    });
  });

  it('are signed every 256 events', async () => {
    await journal.append(turns(255));
    expect(await signedSizes()).toEqual([]);
    await journal.append(turns(1));
    await eventually(async () => expect(await signedSizes()).toEqual([256]));
    await journal.append(turns(255));
    await journal.append(turns(2));
    await eventually(async () => expect((await signedSizes()).length).toBe(2));
  });

  it('are signed when the journal closes', async () => {
    await journal.append(turns(3));
    await journal.close();
    journal = await openAt(place);
    expect(await signedSizes()).toEqual([3]);
  });

  it('cover on demand all that was appended, under the published key', async () => {
    const records = await journal.append(turns(7));
    const note = await journal.checkpoint();
    const rootHash = merkleRoot(records.map((r) => r.curr_hash));
    expect(openCheckpoint(note, place.origin, publicKey())).toEqual({
      checkpoint: { origin: place.origin, size: 7, rootHash },
    });
    expect(await journal.checkpoint()).toBe(note);
  });

  it('go on from the last one after the journal was opened again', async () => {
    const records = [...(await journal.append(turns(5)))];
    await journal.close();
    journal = await openAt(place);
    await journal.append(turns(5));
    const note = await journal.checkpoint();
    const all = await journal.read({ limit: 100 });
    const rootHash = merkleRoot(all.slice(0, 11).map((r) => r.curr_hash));
    expect(openCheckpoint(note, place.origin, publicKey())).toEqual({
      checkpoint: { origin: place.origin, size: 11, rootHash },
    });
    expect(all.slice(0, 5)).toEqual(records);
  });

  it('do not exist while there is nothing to sign', async () => {
    expect(await journal.checkpoint()).toBe('');
  });
});
