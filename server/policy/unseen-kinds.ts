import type { Policy } from '../domain/policy.ts';

/** Enabled kinds that no pass of the policy looks for; legal, but worth a note. */
export function kindsWithoutPass(policy: Policy): readonly string[] {
  const regex = policy.passes.includes('regex');
  const ner = policy.passes.includes('nermodel');
  return [...policy.entities]
    .filter(([, rule]) => rule.enabled && !(regex && rule.regex) && !(ner && rule.ner))
    .map(([kind]) => kind);
}
