import { z } from 'zod';
import { policySchema } from './policy-schema.ts';
import { readYaml } from './yaml-document.ts';

/** The header fields of a policy document; null where one cannot be read. */
export interface PolicyOutline {
  readonly name: string | null;
  readonly kid: string | null;
  readonly tokenization: 'vault-deterministic' | 'reversible-aead' | 'synthetic' | null;
  readonly retentionDays: number | null;
}

const nothing: PolicyOutline = {
  name: null,
  kid: null,
  tokenization: null,
  retentionDays: null,
};

// Accepts any kid: an outlined policy is often one whose key is gone.
const { shape } = policySchema({ kids: { has: () => true }, supportedKinds: new Set() });
const outline = z.object({
  name: shape.name.nullable().catch(null),
  kid: shape.kid.nullable().catch(null),
  tokenization: shape.tokenization.nullable().catch(null),
  audit: shape.audit.transform(({ retention_days }): number | null => retention_days).catch(null),
});

/** Reads each field alone, so that users can still inspect a policy that is no longer valid. */
export function policyOutline(yaml: string): PolicyOutline {
  const read = readYaml(yaml);
  const header = outline.safeParse(read.ok ? read.value.value : null);
  if (!header.success) return nothing;
  const { audit, ...rest } = header.data;
  return { ...rest, retentionDays: audit };
}
