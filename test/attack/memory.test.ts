import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type LargeCalls, mostMiB, startLargeCalls } from '../support/large-calls.ts';

let calls: LargeCalls;
beforeAll(async () => {
  calls = await startLargeCalls();
});
afterAll(() => calls?.close());

describe('the memory that large requests take is given back', { timeout: 600_000 }, () => {
  it('open calls hold little memory', async () => {
    await calls.begin();
    await eventually(async () => expect(await calls.heapMore()).toBeLessThan(mostMiB.open));
  });

  it('the memory is given back once the calls are over', async () => {
    await calls.hangUp();
    await eventually(async () => expect(await calls.heapMore()).toBeLessThan(mostMiB.ended));
  });
});
