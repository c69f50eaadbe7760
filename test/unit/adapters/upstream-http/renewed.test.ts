import { describe, expect, it } from 'vitest';
import { renewed } from '../../../../server/adapters/upstream-http/credentials/renewed.ts';
import { Fault } from '../../../../server/domain/fault.ts';

const hourMs = 3_600_000;

/** A source that counts how often it is asked; each credential lasts an hour. */
function source() {
  const state = { nowMs: 0, asked: 0, fails: false };
  const credential = renewed(
    async () => {
      state.asked += 1;
      if (state.fails) throw new Error('secret words of the source');
      return { value: state.asked, expiresMs: state.nowMs + hourMs };
    },
    () => state.nowMs,
  );
  return { state, credential };
}

describe('a credential for a time', () => {
  it('is fetched once for all that wait for it', async () => {
    const { state, credential } = source();
    expect(await Promise.all([credential.get(), credential.get()])).toEqual([1, 1]);
    expect(await credential.get()).toBe(1);
    expect(state.asked).toBe(1);
  });

  it('is replaced beside the turns before it ends, so that none waits', async () => {
    const { state, credential } = source();
    await credential.get();
    state.nowMs = hourMs - 60_000;
    expect(await credential.get()).toBe(1);
    await expect.poll(() => credential.get()).toBe(2);
    expect(state.asked).toBe(2);
  });

  it('that cannot be replaced is used to its end, and not after it', async () => {
    const { state, credential } = source();
    await credential.get();
    state.fails = true;
    state.nowMs = hourMs - 1;
    expect(await credential.get()).toBe(1);
    state.nowMs = hourMs;
    const failure = await credential.get().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Fault);
    expect(failure).toMatchObject({ code: 'upstream_error' });
    expect(String(failure)).not.toContain('secret words');
    state.fails = false;
    expect(await credential.get()).toBe(state.asked);
  });

  it('that the provider refused is fetched again', async () => {
    const { credential } = source();
    await credential.get();
    credential.forget();
    expect(await credential.get()).toBe(2);
  });
});
