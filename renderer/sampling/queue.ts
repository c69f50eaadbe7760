import type { CallSample, SampledCall } from '../../server/contract/reports/call-samples.ts';

const reviewersPerCall = 2;

export const isCheckedBy = ({ checks }: SampledCall, user: string): boolean =>
  checks.some(({ actor }) => actor === user);

/** The drawn calls that somebody may still check: of the newest week first, in the order of the draw. */
export function queueOf(samples: readonly CallSample[], user: string): readonly SampledCall[] {
  return samples
    .flatMap(({ calls }) => calls)
    .filter((call) => call.checks.length < reviewersPerCall && !isCheckedBy(call, user));
}

/** The call of the queue after another one, or its first. */
export function nextInQueue(
  samples: readonly CallSample[],
  user: string,
  after?: string,
): SampledCall | undefined {
  const drawn = samples.flatMap(({ calls }) => calls);
  const order: readonly string[] = drawn.map(({ session_id }) => session_id);
  const queue = queueOf(samples, user).filter(({ session_id }) => session_id !== after);
  const place = order.indexOf(after ?? '');
  return queue.find(({ session_id }) => order.indexOf(session_id) > place) ?? queue[0];
}
