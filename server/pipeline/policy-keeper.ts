import type { ActivePolicy } from '../domain/policy.ts';
import type { PolicyTexts } from '../ports/policy-texts.ts';

/** Makes sure that a policy's text is kept; durable on return. */
export type KeepPolicy = (active: ActivePolicy) => Promise<void>;

/**
 * Keeps each policy's text before the first event that names it, so that a report can always show
 * what a call ran under. One write for each policy that a process meets.
 */
export function createPolicyKeeper(texts: PolicyTexts): KeepPolicy {
  const kept = new Set<string>();
  return async ({ sha256, yaml }) => {
    if (kept.has(sha256)) return;
    await texts.keep({ sha256, yaml });
    kept.add(sha256);
  };
}
