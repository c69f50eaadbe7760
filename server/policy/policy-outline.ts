import { z } from 'zod';
import { policySchema } from './policy-schema.ts';
import { readYaml } from './yaml-document.ts';

/** What a policy document says of itself; null where it can't be read. */
export interface PolicyOutline {
  readonly name: string | null;
  readonly version: number | null;
  readonly kid: string | null;
  readonly tokenization: 'vault-deterministic' | 'reversible-aead' | 'synthetic' | null;
  readonly retentionDays: number | null;
}

const nothing: PolicyOutline = {
  name: null,
  version: null,
  kid: null,
  tokenization: null,
  retentionDays: null,
};

// Any kid does: what is outlined here is mostly a policy whose key is gone.
const { shape } = policySchema({ kids: { has: () => true }, supportedKinds: new Set() });
const outline = z.object({
  name: shape.name.nullable().catch(null),
  version: z.int().nullable().catch(null),
  kid: shape.kid.nullable().catch(null),
  tokenization: shape.tokenization.nullable().catch(null),
  audit: shape.audit.transform(({ retention_days }): number | null => retention_days).catch(null),
});

/** Reads field by field, so that a policy that can no longer be used can still be looked at. */
export function policyOutline(yaml: string): PolicyOutline {
  const read = readYaml(yaml);
  const said = outline.safeParse(read.ok ? read.value.value : null);
  if (!said.success) return nothing;
  const { audit, ...rest } = said.data;
  return { ...rest, retentionDays: audit };
}
