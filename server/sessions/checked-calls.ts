import type { MarkId } from '../domain/ids.ts';
import type { CallSamples, SampledCall } from '../domain/reports/call-samples.ts';
import type { Marks } from '../ports/marks.ts';
import { type FoundAndMissed, foundAndMissed } from '../projections/report/recall.ts';

/** A drawn call that two people have read. */
export interface CheckedCall
  extends FoundAndMissed,
    Pick<SampledCall, 'sessionId' | 'agentId' | 'startedAt'> {}

/** The drawn calls that two people have read, with what counts now. */
export async function checkedCalls(
  { samples }: CallSamples,
  marks: Pick<Marks, 'list'>,
): Promise<readonly CheckedCall[]> {
  const calls = samples.flatMap((sample) => sample.calls).filter(({ marked }) => marked);
  const dismissed = await dismissedMarks(marks, calls);
  return calls.map((call) => ({ ...call, ...foundAndMissed(call, dismissed) }));
}

/** Marks in drawn calls that somebody decided are wrong. */
export async function dismissedMarks(
  marks: Pick<Marks, 'list'>,
  calls: readonly SampledCall[],
): Promise<ReadonlySet<MarkId>> {
  const dismissed = new Set<MarkId>();
  for (const { sessionId, marked = [] } of calls) {
    if (marked.length === 0) continue;
    for (const { id, decision } of await marks.list({ sessionId, decided: true, limit: 1_000 }))
      if (decision?.outcome === 'dismissed') dismissed.add(id);
  }
  return dismissed;
}
