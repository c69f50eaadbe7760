import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { journalCipher } from '../../../../../server/adapters/postgres/journal/journal-cipher.ts';

const root = randomBytes(32);
const cipher = journalCipher(root);
const body = '{"kind":"login","text":"ä ö"}';

describe('a record that is sealed (decision 0027)', () => {
  it.each([0, 1, 2 ** 20 - 1, 2 ** 20, 2 ** 40])('opens in its place, %i', (seq) => {
    expect(journalCipher(root).open(seq, cipher.seal(seq, body))).toBe(body);
  });

  it('opens in no other place, nor with another key', () => {
    const sealed = cipher.seal(7, body);
    expect(() => cipher.open(8, sealed)).toThrow();
    expect(() => cipher.open(7 + 2 ** 20, sealed)).toThrow();
    expect(() => journalCipher(randomBytes(32)).open(7, sealed)).toThrow();
  });

  it('opens no more once any of its bytes was changed, or some are missing', () => {
    const sealed = cipher.seal(7, body);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => cipher.open(7, changed)).toThrow();
      expect(() => cipher.open(7, sealed.subarray(0, at))).toThrow();
    }
  });

  it('never looks the same twice', () => {
    const many = Array.from({ length: 2_000 }, () => cipher.seal(7, body).toString('hex'));
    expect(new Set(many.map((hex) => hex.slice(0, 24))).size).toBe(many.length);
  });
});
