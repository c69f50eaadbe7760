import { supportedKinds } from '../detect/index.ts';
import type { ActivePolicy, EntityRule, Policy } from '../domain/policy.ts';

/** The threshold of a kind that no policy lists (spec, Masking policy). */
const defaultThreshold = 0.6;

const noWords = { always: [], never: [], patterns: [] };

const isLookedFor = ({ enabled, regex, ner, always, patterns }: EntityRule): boolean =>
  enabled && (regex || ner || always.length + patterns.length > 0);

const byPolicy = new WeakMap<Policy, Policy>();

/**
 * The policy that looks for exactly those kinds that `policy` does not, so that what is sent in the clear
 * can be counted. Nothing it finds is masked. What the clinic is called counts as no organization (decision 0211).
 */
export function policyOfOtherKinds({ policy, ownNames = [] }: ActivePolicy): Policy {
  const known = byPolicy.get(policy);
  if (known !== undefined) return known;
  const rules = [...supportedKinds].flatMap((kind): [string, EntityRule][] => {
    const rule = policy.entities.get(kind);
    if (rule !== undefined && isLookedFor(rule)) return [];
    const confidenceThreshold = rule?.confidenceThreshold ?? defaultThreshold;
    const found = { enabled: true, regex: true, ner: true, confidenceThreshold };
    const never = kind === 'ORGANIZATION' ? ownNames : [];
    return [[kind, { ...found, ...noWords, never, action: 'passthrough' }]];
  });
  const others = { ...policy, entities: new Map(rules) };
  byPolicy.set(policy, others);
  return others;
}
