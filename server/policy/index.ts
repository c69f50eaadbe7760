export { decodePolicy, policyNotes, policyOutline, sha256OfPolicy } from './decode-policy.ts';
export { defaultPolicyYaml } from './default-policy.ts';
export {
  diffPolicies,
  type EntityChange,
  type FieldChange,
  isSamePolicy,
  type PolicyDiff,
} from './diff-policies.ts';
export { exampleProblems } from './example-problems.ts';
export { nearestName, suggestion } from './nearest-name.ts';
export { schemaProblems } from './policy-problems.ts';
export { weakerIn } from './weaker-policy.ts';
export { addPolicyWord, readYaml, replaceKid } from './yaml-document.ts';
