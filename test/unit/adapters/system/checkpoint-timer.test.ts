import { expect, it } from 'vitest';
import { checkpointTimer } from '../../../../server/adapters/system/checkpoint-timer.ts';

it('a checkpoint that is full before the last one was signed is signed after it', async () => {
  const signatures: PromiseWithResolvers<undefined>[] = [];
  const timer = checkpointTimer(() => {
    const signature = Promise.withResolvers<undefined>();
    signatures.push(signature);
    return signature.promise;
  }, 0);
  timer.after({ size: 300, covered: 0 }, -1);
  timer.after({ size: 600, covered: 300 }, -1);
  expect(signatures).toHaveLength(1);
  signatures[0]?.resolve(undefined);
  await expect.poll(() => signatures.length).toBe(2);
  timer.stop();
});
