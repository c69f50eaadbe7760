import type { Problem, Result } from '../../../server/domain/fault.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';

export const names = {
  kids: new Set(['K_HEALTHCARE', 'K_NEXT']),
  supportedKinds: new Set([
    'PHONE',
    'FAX',
    'SSN',
    'NAME',
    'EMAIL',
    'DOB',
    'ADDRESS',
    'MRN',
    'ACCOUNT',
    'IP_ADDRESS',
  ]),
};

/** The default policy with one piece of its text exchanged. */
export function changed(from: string | RegExp, to: string): string {
  const yaml = defaultPolicyYaml.replace(from, to);
  if (yaml === defaultPolicyYaml) throw new Error('the piece to change was not found');
  return yaml;
}

export function problemsOf(result: Result<unknown>): readonly Problem[] {
  return result.ok ? [] : result.problems;
}

export function decoded(yaml: string) {
  const result = decodePolicy(yaml, names);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}
