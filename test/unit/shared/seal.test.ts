import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from '../../../server/shared/seal.ts';

const key = createSecretKey(randomBytes(32));
const bytes = Buffer.from('some bytes');

describe('sealed bytes', () => {
  it('open with their key in their context', () => {
    expect(unseal(key, 'context', seal(key, 'context', bytes))).toEqual(bytes);
    const none = Buffer.alloc(0);
    expect(unseal(key, 'context', seal(key, 'context', none))).toEqual(none);
  });

  it('open in no other context, with no other key, and not when they were changed', () => {
    const sealed = seal(key, 'context', bytes);
    expect(() => unseal(key, 'other', sealed)).toThrow();
    expect(() => unseal(createSecretKey(randomBytes(32)), 'context', sealed)).toThrow();
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(key, 'context', changed)).toThrow();
    }
  });

  it('differ each time', () => {
    expect(seal(key, 'context', bytes)).not.toEqual(seal(key, 'context', bytes));
  });

  it('have memory of their own, all of which a message to a thread copies', () => {
    const sealed = seal(key, 'context', bytes);
    expect(sealed.buffer.byteLength).toBe(sealed.byteLength);
  });
});
