import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  maxOutstanding,
  openWriter,
  type Writer,
} from '../../server/adapters/sqlcipher/engine/writer.ts';
import type { NotePorts } from '../support/journal-crash-worker.ts';
import { type JournalFolder, journalFolder } from '../support/journal-folder.ts';

const worker = new URL('../support/journal-crash-worker.ts', import.meta.url);

describe('one thread owns a database and groups its commits (design D22)', () => {
  let place: JournalFolder;
  let writer: Writer<NotePorts>;
  const open = () =>
    openWriter<NotePorts>({
      worker,
      data: { file: place.file, key: place.key },
      failure: (cause) => new Error('unavailable', { cause }),
    });
  beforeEach(async () => {
    place = await journalFolder();
    writer = await open();
  });
  afterEach(async () => {
    await writer.close();
    await place.remove();
  });

  it('commits once for requests that arrive together, and acknowledges each', async () => {
    const ids = await Promise.all(
      Array.from({ length: 100 }, (_, at) => writer.ports.notes.put(`note ${at}`)),
    );
    expect(ids).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(await writer.ports.notes.commits()).toBe(1);
  });

  it('rejects only the failing request of a batch, with its Fault, and undoes its writes', async () => {
    const outcomes = await Promise.allSettled([
      writer.ports.notes.put('before'),
      writer.ports.notes.refuse('between'),
      writer.ports.notes.put('after'),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'name_taken', details: [{ path: 'name' }] } },
      { status: 'fulfilled' },
    ]);
    expect(await writer.ports.notes.count()).toBe(2);
    await expect(writer.ports.notes.refuse('alone')).rejects.toMatchObject({ code: 'name_taken' });
    expect(await writer.ports.notes.count()).toBe(2);
  });

  it('refuses a request beyond its limit of outstanding ones', async () => {
    const notes = Array.from({ length: maxOutstanding + 1 }, (_, at) => `note ${at}`);
    const outcomes = await Promise.allSettled(notes.map((note) => writer.ports.notes.put(note)));
    const refused = outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
    expect(refused).toEqual([maxOutstanding]);
    expect(await writer.ports.notes.put('d')).toBe(maxOutstanding + 1);
  });

  it('rejects outstanding and later calls when its thread dies', async () => {
    await writer.ports.notes.put('kept');
    const outcomes = await Promise.allSettled([
      writer.ports.notes.put('a'),
      writer.ports.notes.crash(),
      writer.ports.notes.put('b'),
    ]);
    expect(outcomes.map((o) => o.status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(writer.ports.notes.put('later')).rejects.toThrow('unavailable');
    await writer.close();
    writer = await open();
    expect(await writer.ports.notes.count()).toBe(1);
  });

  it('finishes outstanding requests before it closes, and refuses later ones', async () => {
    const asked = ['a', 'b', 'c'].map((note) => writer.ports.notes.put(note));
    const closed = writer.close();
    await expect(writer.ports.notes.put('late')).rejects.toThrow('unavailable');
    await closed;
    expect(await Promise.all(asked)).toEqual([1, 2, 3]);
    writer = await open();
    expect(await writer.ports.notes.count()).toBe(3);
  });

  it('closes when the request to close arrives before a commit of its own', async () => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    await writer.ports.notes.putLater({ note: 'own', gate });
    const closed = writer.close();
    await new Promise(setImmediate);
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    await closed;
    writer = await open();
    expect(await writer.ports.notes.count()).toBe(1);
  });
});
