import type { EntityRule, Policy } from '../../../server/domain/policy.ts';

const rule: EntityRule = {
  enabled: true,
  regex: true,
  ner: true,
  confidenceThreshold: 0.6,
  action: 'tokenize',
  always: [],
  never: [],
  patterns: [],
};

/** A policy with these kinds, in this order; `changes` replaces parts of a kind's rule. */
export function policyOf(
  kinds: readonly string[],
  changes: Readonly<Record<string, Partial<EntityRule>>> = {},
): Policy {
  return {
    name: 'test',
    version: 1,
    description: '',
    kid: 'K',
    epsilon: 0.5,
    tokenization: 'vault-deterministic',
    passes: ['regex', 'nermodel'],
    languages: ['en', 'es'],
    otherLanguages: 'mask_all',
    unreadable: 'pass',
    refusedTurns: 'fail',
    examples: [],
    entities: new Map(kinds.map((kind) => [kind, { ...rule, ...changes[kind] }])),
    audit: { logEvents: true, logPayloads: false, keep: 'public', retentionDays: 2555 },
  };
}

/** The nine kinds of the default policy (spec, Masking policy). */
export const defaultKinds = 'PHONE SSN NAME EMAIL DOB ADDRESS MRN ACCOUNT IP_ADDRESS'.split(' ');
