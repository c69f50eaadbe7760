import { readFileSync } from 'node:fs';
import { supportedKinds } from '../../../server/detect/index.ts';
import type { ActivePolicy } from '../../../server/domain/policy.ts';
import { decodePolicy } from '../../../server/policy/index.ts';

/**
 * Reads and decodes a policy file. Every key id passes, because no token is made here. Throws with
 * the problems' paths when the file is not a valid policy.
 */
export function loadPolicy(file: string): ActivePolicy {
  const yaml = readFileSync(file, 'utf8');
  const decoded = decodePolicy(yaml, { kids: { has: () => true }, supportedKinds });
  if (!decoded.ok) {
    const problems = decoded.problems.map(({ path, message }) => `${path}: ${message}`);
    throw new Error(`${file} is not a valid policy: ${problems.join('; ')}`);
  }
  return decoded.value;
}
