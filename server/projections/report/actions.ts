import type { Policy } from '../../domain/policy.ts';
import type { Counts } from '../../domain/report.ts';
import { addCounts } from '../counts.ts';
import type { SessionFacts } from './session-facts.ts';

type ReadonlyPolicies = ReadonlyMap<string, Policy>;

/** New spans that were replaced, by kind, whether or not there is an event for each. */
export function redactionsByKind({ spans }: Pick<SessionFacts, 'spans'>): Counts {
  return [...spans.values()].reduce(addCounts, {});
}

/**
 * Kind to action to count. Where the policy writes no event for each span, its rule says what was
 * done; spans whose policy is not kept either count as `unrecorded`. What was detected and is no
 * redaction passed through.
 */
export function actionsByKind(
  { spans, applied, detections }: Pick<SessionFacts, 'spans' | 'applied' | 'detections'>,
  policies: ReadonlyPolicies,
): Readonly<Record<string, Counts>> {
  const actions = new Map(applied);
  const add = (kind: string, action: string, count: number) => {
    if (count > 0) actions.set(kind, addCounts(actions.get(kind) ?? {}, { [action]: count }));
  };
  const applications = new Map([...applied].map(([kind, counts]) => [kind, total(counts)]));
  const unseen = new Map(applications);
  for (const [sha256, byKind] of spans) {
    for (const [kind, count] of Object.entries(byKind)) {
      const seen = Math.min(count, unseen.get(kind) ?? 0);
      unseen.set(kind, (unseen.get(kind) ?? 0) - seen);
      const policy = policies.get(sha256);
      const rule = policy && (policy.entities.get(kind)?.action ?? 'tokenize');
      add(kind, rule ?? 'unrecorded', count - seen);
    }
  }
  for (const [kind, count] of Object.entries(detections.by_kind)) {
    add(kind, 'passthrough', count - (applications.get(kind) ?? 0));
  }
  return Object.fromEntries([...actions].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
