import { describe, expect, it } from 'vitest';
import { Fault } from '../../../server/domain/fault.ts';
import { createProcessorBudgets } from '../../../server/pipeline/processor-budget.ts';

function budgets() {
  let nowMs = 0;
  const beginWork = createProcessorBudgets({ monotonicUs: () => nowMs * 1_000 });
  const alive = new AbortController().signal;
  return {
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** A request that takes `ms` in slices; the fault that ended it, if one did. */
    request: (sender: string, ms: number): Fault | undefined => {
      const { goOn } = beginWork(sender, alive);
      try {
        for (let spent = 0; spent < ms; spent += 5) goOn?.(5);
        return undefined;
      } catch (error) {
        return error as Fault;
      }
    },
    beginWork,
  };
}

describe('the processor time of a sender', () => {
  it('never refuses turns of calls, hundreds in a minute, even beside large requests that it refuses', () => {
    const { request } = budgets();
    for (let turn = 0; turn < 1_000; turn += 1) expect(request('a', 50)).toBeUndefined();
    for (let no = 0; no < 40; no += 1) request('a', 2_000);
    expect(request('a', 2_000)).toMatchObject({ code: 'rate_limited' });
    for (let turn = 0; turn < 1_000; turn += 1) expect(request('a', 50)).toBeUndefined();
  });

  it('lets large requests pass that come one after the other, then says when to try again', () => {
    const { request, pass } = budgets();
    const first = Array.from({ length: 20 }, () => request('a', 2_000));
    expect(first.every((fault) => fault === undefined)).toBe(true);
    let refused: Fault | undefined;
    while (refused === undefined) refused = request('a', 2_000);
    expect(refused).toBeInstanceOf(Fault);
    expect(refused.retry).toBeGreaterThan(0);
    pass((refused.retry === 'never' ? 0 : (refused.retry ?? 0)) * 1_000 + 10_000);
    expect(request('a', 2_000)).toBeUndefined();
  });

  it('is its own: another sender is not refused', () => {
    const { request } = budgets();
    while (request('a', 10_000) === undefined);
    expect(request('b', 10_000)).toBeUndefined();
  });

  it('ends when the caller has hung up', () => {
    const gone = new AbortController();
    const { beginWork } = budgets();
    const { goOn } = beginWork('a', gone.signal);
    goOn?.(1);
    gone.abort();
    expect(() => goOn?.(1)).toThrow();
  });
});
