import { expect, it } from 'vitest';
import { nextInQueue, queueOf } from '../../../../renderer/sampling/queue.ts';
import type { CallSample, SampledCall } from '../../../../server/contract/reports/call-samples.ts';

const call = (id: string, ...readers: readonly string[]) =>
  ({
    session_id: id,
    checks: readers.map((actor) => ({ actor })),
  }) as unknown as SampledCall;

const weeks = [
  { calls: [call('a'), call('b', 'me'), call('c', 'you'), call('d', 'you', 'she')] },
  { calls: [call('e')] },
] as unknown as readonly CallSample[];

it('the queue holds what two others have not read and the reader has not either, the newest week first', () => {
  expect(queueOf(weeks, 'me').map(({ session_id }) => session_id)).toEqual(['a', 'c', 'e']);
});

it.each([
  [undefined, 'a'],
  ['a', 'c'],
  ['b', 'c'],
  ['e', 'a'],
  ['not drawn', 'a'],
])('after call %s comes call %s', (after, next) => {
  expect(nextInQueue(weeks, 'me', after)?.session_id).toBe(next);
});
