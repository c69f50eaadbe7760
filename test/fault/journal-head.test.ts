import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHead, readHead } from '../../server/adapters/system/head-file.ts';
import { journalKeys } from '../../server/journal/index.ts';
import type { JournalHead } from '../../server/ports/journal.ts';
import { type JournalFolder, journalFolder } from '../support/journal-folder.ts';
import { putHead } from '../support/journal-heads.ts';

const sectorBytes = 512;
const before: JournalHead = { size: 9, hash: 'ab'.repeat(32) };
const after: JournalHead = { size: 12, hash: 'cd'.repeat(32) };

describe('the head file (design D23)', () => {
  let place: JournalFolder;
  beforeEach(async () => {
    place = await journalFolder();
  });
  afterEach(() => place.remove());

  const key = () => journalKeys(place.key).head;
  const found = () => readHead(place.headFile, key());
  const bytesFor = (head: JournalHead) => {
    putHead(place, head);
    return readFileSync(place.headFile);
  };
  const damaged = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };

  it('is one file of two sectors, overwritten in place', () => {
    const file = openHead(place.headFile, key());
    expect(file.found).toEqual({ state: 'missing' });
    file.write(before);
    const { ino } = statSync(place.headFile);
    file.write(after);
    file.close();
    expect(statSync(place.headFile)).toMatchObject({ ino, size: 2 * sectorBytes });
    expect(found()).toEqual({ state: 'signed', head: after });
  });

  it('holds the old head or the new one wherever a write was cut short', () => {
    const [old, renewed] = [bytesFor(before), bytesFor(after)];
    for (let cut = 0; cut <= old.length; cut += 1) {
      writeFileSync(place.headFile, Buffer.concat([renewed.subarray(0, cut), old.subarray(cut)]));
      // Until the first copy is whole the second one is the old one.
      const head = cut < sectorBytes - trailing(renewed) ? before : after;
      expect(found()).toEqual({ state: 'signed', head });
    }
  });

  it('holds the newest head when its sectors reach the disk in reverse order', () => {
    const [old, renewed] = [bytesFor(before), bytesFor(after)];
    const bytes = Buffer.concat([old.subarray(0, sectorBytes), renewed.subarray(sectorBytes)]);
    writeFileSync(place.headFile, bytes);
    expect(found()).toEqual({ state: 'signed', head: after });
  });

  it('holds its head when one copy is damaged, and counts as forged when both are', () => {
    const bytes = bytesFor(after);
    const inSector = fc.nat(sectorBytes - 1);
    fc.assert(
      fc.property(inSector, inSector, fc.boolean(), (first, second, onlyFirst) => {
        const one = damaged(bytes, onlyFirst ? first : sectorBytes + second);
        writeFileSync(place.headFile, one);
        expect(found()).toEqual({ state: 'signed', head: after });
        writeFileSync(place.headFile, damaged(one, onlyFirst ? sectorBytes + second : first));
        expect(found()).toEqual({ state: 'forged' });
      }),
    );
  });

  it('counts as forged under another key, and as missing when it is empty or deleted', () => {
    bytesFor(after);
    expect(readHead(place.headFile, journalKeys(Buffer.alloc(32, 7)).head).state).toBe('forged');
    writeFileSync(place.headFile, '');
    expect(found()).toEqual({ state: 'missing' });
    rmSync(place.headFile);
    expect(found()).toEqual({ state: 'missing' });
  });
});

/** Bytes at the end of a sector that every head has alike. */
function trailing(bytes: Buffer): number {
  const text = bytes.toString('latin1', 0, sectorBytes);
  return text.length - text.trimEnd().length;
}
