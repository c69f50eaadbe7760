import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '../../server/domain/ids.ts';
import type { Payloads, SealedPayload } from '../../server/ports/payloads.ts';
import type { Opened } from './vault.contract.ts';

const session: SessionId = 'sess_01KAHZ0000000000000000AAAA';
const other: SessionId = 'sess_01KAHZ0000000000000000BBBB';
const key = { kid: 'K1', wrapped: Uint8Array.of(1, 2, 3) };
const payload = (byte: number): SealedPayload => ({
  sha256: String(byte).padStart(64, '0'),
  ciphertext: Uint8Array.of(byte, 0, 255),
});

/** What every store of payloads does (design D28). */
export function payloadsContract(name: string, open: () => Promise<Opened<Payloads>>): void {
  describe(`${name} payloads`, () => {
    let opened: Opened<Payloads>;
    let payloads: Payloads;
    beforeEach(async () => {
      opened = await open();
      payloads = opened.port;
    });
    afterEach(() => opened.close());

    /** With bytes as plain arrays, whatever holds them. */
    const read = async (id: SessionId) => {
      const kept = await payloads.read(id);
      if (kept.state !== 'kept') return kept;
      return {
        state: kept.state,
        key: { ...kept.key, wrapped: [...kept.key.wrapped] },
        payloads: kept.payloads
          .map((one) => ({ ...one, ciphertext: [...one.ciphertext] }))
          .sort((a, b) => a.sha256.localeCompare(b.sha256)),
      };
    };

    it('gives a session one key, the first offered one, and stores no first payload under another', async () => {
      expect((await payloads.keepFirst(session, key, payload(1)))?.kid).toBe('K1');
      const other = { kid: 'K2', wrapped: Uint8Array.of(9) };
      const later = await payloads.keepFirst(session, other, payload(2));
      expect([later?.kid, [...(later?.wrapped ?? [])]]).toEqual(['K1', [1, 2, 3]]);
      expect(await read(session)).toMatchObject({ payloads: [{ sha256: payload(1).sha256 }] });
    });

    it('stores each payload once, separately for each session', async () => {
      await payloads.keepFirst(session, key, payload(2));
      await payloads.keepFirst(other, { ...key, kid: 'K2' }, payload(3));
      expect(await payloads.keep(session, payload(1))).toBe(true);
      expect(await payloads.keep(session, payload(2))).toBe(true);
      expect(await read(session)).toEqual({
        state: 'kept',
        key: { kid: 'K1', wrapped: [1, 2, 3] },
        payloads: [1, 2].map((byte) => ({ ...payload(byte), ciphertext: [byte, 0, 255] })),
      });
    });

    it('stores nothing of a session without a key', async () => {
      expect(await payloads.keep(session, payload(1))).toBe(false);
      expect(await payloads.read(session)).toEqual({ state: 'not_kept' });
    });

    it('erases key and payloads, and stores nothing more of the session', async () => {
      await payloads.keepFirst(session, key, payload(1));
      await payloads.keepFirst(other, key, payload(1));
      await payloads.erase([session, 'sess_01KAHZ0000000000000000CCCC']);
      expect(await payloads.read(session)).toEqual({ state: 'erased' });
      expect(await payloads.keepFirst(session, key, payload(2))).toBeUndefined();
      expect(await payloads.keep(session, payload(2))).toBe(false);
      expect(await payloads.read(session)).toEqual({ state: 'erased' });
      expect(await payloads.read(other)).toMatchObject({ state: 'kept' });
      expect(await payloads.read('sess_01KAHZ0000000000000000CCCC')).toEqual({ state: 'not_kept' });
      await payloads.erase([]);
    });
  });
}
