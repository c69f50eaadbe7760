import { readFile } from 'node:fs/promises';
import { supportedKinds } from '../../server/detect/index.ts';
import type { ActivePolicy } from '../../server/domain/policy.ts';
import { decodePolicy } from '../../server/policy/index.ts';

/** The shipped default policy. */
export async function benchPolicy(): Promise<ActivePolicy> {
  const yaml = await readFile(new URL('../../configs/mask_policy.yaml', import.meta.url), 'utf8');
  const result = decodePolicy(yaml, { kids: { has: () => true }, supportedKinds });
  if (!result.ok) throw new Error('the shipped policy does not decode');
  return result.value;
}
