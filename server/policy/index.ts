export { decodePolicy } from './decode-policy.ts';
export { defaultPolicyYaml } from './default-policy.ts';
export {
  diffPolicies,
  type EntityChange,
  type FieldChange,
  isSamePolicy,
  type PolicyDiff,
} from './diff-policies.ts';
export { nearestName } from './nearest.ts';
export { policyOutline } from './policy-outline.ts';
export { schemaProblems } from './schema-problems.ts';
export { kindsWithoutPass } from './unseen-kinds.ts';
export { replaceKid } from './with-kid.ts';
export { readYaml } from './yaml-document.ts';
