import { describe, expect, it, vi } from 'vitest';
import type { Verification } from '../../../server/ports/journal.ts';
import { createChainChecks } from '../../../server/sessions/chain-checks.ts';

const whole: Verification = { ok: true, eventCount: 3, head: { size: 3, hash: 'ab'.repeat(32) } };
const broken: Verification = {
  ok: false,
  eventCount: 3,
  breaks: [{ seq: 1, rule: 'curr_hash_mismatch' }],
};
const hourMs = 3_600_000;

/** Checks over a journal whose verifications end one after the other as `outcomes` say. */
function checksOver(outcomes: readonly (Verification | Error)[]) {
  let nowMs = Date.parse('2026-11-29T09:00:00.000Z');
  const left = [...outcomes];
  const asked: unknown[] = [];
  const failures: unknown[] = [];
  const checks = createChainChecks({
    clock: { now: () => nowMs },
    onFailure: (error) => failures.push(error),
    journal: {
      verify: async (options) => {
        asked.push(options);
        const outcome = left.shift();
        if (outcome instanceof Error) throw outcome;
        return outcome ?? whole;
      },
    },
  });
  const pass = (hours: number) => {
    nowMs += hours * hourMs;
  };
  return { checks, asked, failures, pass };
}

describe('The journal is verified in the background', () => {
  it('gently, at the first look after a start, and again after a day', async () => {
    const { checks, asked, pass } = checksOver([whole, broken]);
    checks.runWhenDue();
    checks.runWhenDue();
    await vi.waitFor(() =>
      expect(checks.last()).toEqual({ ...whole, at: '2026-11-29T09:00:00.000Z' }),
    );
    pass(23);
    checks.runWhenDue();
    expect(asked).toEqual([{ gently: true }]);
    pass(1);
    checks.runWhenDue();
    await vi.waitFor(() => expect(checks.last()).toMatchObject({ ok: false }));
    expect(checks.last()?.at).toBe('2026-11-30T09:00:00.000Z');
  });

  it('not for a day after a person asked for it', async () => {
    const { checks, asked, pass } = checksOver([whole]);
    expect(await checks.verify()).toEqual(whole);
    pass(2);
    checks.runWhenDue();
    expect(asked).toEqual([undefined]);
  });

  it('again at the next look where it could not be read, without forgetting what is known', async () => {
    const { checks, failures, pass } = checksOver([whole, new Error('away'), broken]);
    checks.runWhenDue();
    await vi.waitFor(() => expect(checks.last()).toMatchObject({ ok: true }));
    pass(24);
    checks.runWhenDue();
    await vi.waitFor(() => expect(failures).toHaveLength(1));
    expect(checks.last()).toMatchObject({ ok: true });
    await vi.waitFor(() => {
      checks.runWhenDue();
      expect(checks.last()).toMatchObject({ ok: false });
    });
  });
});
