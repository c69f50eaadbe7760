import { z } from 'zod';
import { ErrorDetail } from './errors.ts';
import { pageOf } from './pagination.ts';
import type { CoverageLevel } from './report.ts';
import { toWire, type ViewOf } from './wire-form.ts';

const PolicyIdentity = z.object({
  name: z.string(),
  version: z.int().meta({
    description: 'Of a policy in force, its number; of another text, its schema version.',
  }),
  sha256: z.string(),
});

const exampleIdentity = { name: 'healthcare-default', version: 1, sha256: '4c'.repeat(32) };

/** Answer of `POST /api/v1/admin/policy/reload`: the policy in force and the previous one. */
export const PolicyReload = z
  .object({ policy: PolicyIdentity, previous: PolicyIdentity, changed: z.boolean() })
  .meta({
    id: 'PolicyReload',
    description: 'The policy in force and the previous one.',
    examples: [
      {
        policy: { name: 'healthcare-strict', version: 1, sha256: 'b7'.repeat(32) },
        previous: exampleIdentity,
        changed: true,
      },
    ],
  });
export type PolicyReload = z.infer<typeof PolicyReload>;

/** A policy in force as the mapping needs it. */
export interface PolicyView {
  readonly policy: { readonly name: string; readonly version: number };
  readonly sha256: string;
}

export function policyReloadToWire(previous: PolicyView, current: PolicyView): PolicyReload {
  return {
    policy: identity(current),
    previous: identity(previous),
    changed: previous.sha256 !== current.sha256,
  };
}

const exampleYaml = 'name: clinic\nversion: 1\nkid: K_HEALTHCARE\n';
const exampleProposed = { name: 'clinic', version: 1, sha256: 'b7'.repeat(32) };

export const PolicyText = z.string().min(1).max(200_000).meta({ description: 'A policy in YAML.' });

const ListedPolicy = PolicyIdentity.extend({
  description: z.string(),
  source: z.enum(['global', 'shipped']),
  active: z.boolean().meta({ description: 'Whether it is the global policy.' }),
  policy_yaml: z.string(),
}).meta({ id: 'ListedPolicy' });
export type ListedPolicy = z.infer<typeof ListedPolicy>;

/** Answer of `GET /api/v1/policies`. */
export const PolicyPage = pageOf(ListedPolicy).meta({
  id: 'PolicyPage',
  examples: [
    {
      data: [
        {
          ...exampleIdentity,
          description: 'HIPAA Safe Harbor identifiers.',
          source: 'global',
          active: true,
          policy_yaml: exampleYaml,
        },
      ],
      next_cursor: null,
    },
  ],
});

/** Body of `POST /api/v1/policies/validate` and `POST /api/v1/policies/diff`. */
export const ProposedPolicy = z
  .strictObject({ policy_yaml: PolicyText })
  .meta({ id: 'ProposedPolicy', examples: [{ policy_yaml: exampleYaml }] });

/** Answer of `POST /api/v1/policies/validate`. */
export const PolicyVerdict = z
  .discriminatedUnion('ok', [
    z
      .object({
        ok: z.literal(true),
        policy: PolicyIdentity,
        notes: z
          .array(z.string())
          .meta({ description: 'What a valid policy leaves unseen or says without effect.' }),
      })
      .meta({ id: 'ValidPolicy' }),
    z
      .object({ ok: z.literal(false), problems: z.array(ErrorDetail) })
      .meta({ id: 'InvalidPolicy' }),
  ])
  .meta({
    id: 'PolicyVerdict',
    examples: [
      { ok: true, policy: exampleProposed, notes: [] },
      {
        ok: false,
        problems: [
          {
            path: 'passes.1',
            code: 'invalid_pass',
            message: 'must be one of: regex, nermodel, diarize',
            line: 9,
            column: 5,
          },
        ],
      },
    ],
  });
export type PolicyVerdict = z.infer<typeof PolicyVerdict>;

const FieldChange = z.object({ field: z.string(), from: z.string(), to: z.string() });
const EntityChange = FieldChange.extend({ kind: z.string() });

/** Answer of `POST /api/v1/policies/diff`: from the global policy to the proposed one. */
export const PolicyDifference = z
  .object({
    from: PolicyIdentity,
    to: PolicyIdentity,
    added_entities: z.array(z.string()),
    removed_entities: z.array(z.string()),
    thresholds: z.array(EntityChange),
    actions: z.array(EntityChange),
    switches: z.array(EntityChange).meta({ description: '`enabled`, `regex` and `ner`.' }),
    words: z
      .array(
        z.object({
          kind: z.string(),
          field: z.enum(['always', 'never', 'patterns']),
          added: z.array(z.string()),
          removed: z.array(z.string()),
        }),
      )
      .meta({ description: "Words and patterns of the policy's own." }),
    top_level: z.array(FieldChange),
    coverage: z.object({ before: z.int(), after: z.int(), of: z.int() }).meta({
      description: 'Safe Harbor identifiers without a gap, of those that texts can hold.',
    }),
  })
  .meta({
    id: 'PolicyDifference',
    examples: [
      {
        from: exampleIdentity,
        to: exampleProposed,
        added_entities: ['FAX'],
        removed_entities: [],
        thresholds: [{ kind: 'NAME', field: 'confidence_threshold', from: '0.7', to: '0.8' }],
        actions: [{ kind: 'PHONE', field: 'action', from: 'tokenize', to: 'redact' }],
        switches: [],
        words: [{ kind: 'NAME', field: 'never', added: ['Mercy Point'], removed: [] }],
        top_level: [{ field: 'name', from: 'healthcare-default', to: 'clinic' }],
        coverage: { before: 6, after: 7, of: 16 },
      },
    ],
  });
export type PolicyDifference = z.infer<typeof PolicyDifference>;

/** Body of `POST /api/v1/policies/detect`. */
export const PolicyTrial = z
  .strictObject({
    text: z.string().min(1).max(20_000).meta({ description: 'The words of a caller.' }),
    policy_yaml: PolicyText.optional().meta({ description: 'The global policy by default.' }),
  })
  .meta({ id: 'PolicyTrial', examples: [{ text: 'you can reach me at 202-555-0143' }] });

const Offset = z.int().nonnegative();

/** Answer of `POST /api/v1/policies/detect`. */
export const PolicyTrialResult = z
  .object({
    detections: z.array(
      z.object({
        kind: z.string(),
        start: Offset.meta({
          description: 'In UTF-16 code units; `end` is exclusive.',
        }),
        end: Offset,
        score: z.number().min(0).max(1),
        detector: z.string(),
        action: z.enum(['tokenize', 'redact', 'passthrough']),
        placeholder: z.string().meta({ description: 'Equal for equal values.' }),
      }),
    ),
    in_clear: z
      .array(
        z.object({
          kind: z.string(),
          start: Offset,
          end: Offset,
          score: z.number().min(0).max(1),
          detector: z.string(),
        }),
      )
      .readonly()
      .meta({ description: 'What the policy does not look for, and leaves as it is.' }),
    masked_text: z.string().meta({
      description: 'With placeholders in place of tokens or surrogates.',
    }),
    passes: z.array(z.string()).meta({ description: 'The detection passes that ran.' }),
    vetoes: z.record(z.string(), z.int().positive()).meta({
      description: "How many detections of each kind the policy's `never` took away.",
    }),
  })
  .meta({
    id: 'PolicyTrialResult',
    examples: [
      {
        detections: [
          {
            kind: 'PHONE',
            start: 20,
            end: 32,
            score: 0.95,
            detector: 'regex.phone',
            action: 'tokenize',
            placeholder: '[PHONE_01]',
          },
        ],
        in_clear: [],
        masked_text: 'you can reach me at [PHONE_01]',
        passes: ['regex', 'nermodel'],
        vetoes: {},
      },
    ],
  });
export type PolicyTrialResult = z.infer<typeof PolicyTrialResult>;

/** A policy as the mapping needs it. */
export interface ListedPolicyView extends PolicyView {
  readonly policy: PolicyView['policy'] & { readonly description: string };
  readonly yaml: string;
}

export function listedPolicyToWire(active: ListedPolicyView, global: boolean): ListedPolicy {
  return {
    ...identity(active),
    description: active.policy.description,
    source: global ? 'global' : 'shipped',
    active: global,
    policy_yaml: active.yaml,
  };
}

export function policyVerdictToWire(view: PolicyView, notes: readonly string[]): PolicyVerdict {
  return { ok: true, policy: identity(view), notes: [...notes] };
}

type Coverage = readonly { readonly level: CoverageLevel; readonly gaps: readonly string[] }[];

/** `diff` is the difference from `from` to `to`; a policy comes with its coverage. */
export function policyDiffToWire(
  diff: Omit<ViewOf<PolicyDifference>, 'from' | 'to' | 'coverage'>,
  from: PolicyView & { readonly coverage: Coverage },
  to: PolicyView & { readonly coverage: Coverage },
): PolicyDifference {
  const [before, after] = [inTexts(from.coverage), inTexts(to.coverage)];
  const coverage = { before: withoutGaps(before), after: withoutGaps(after), of: after.length };
  return toWire(PolicyDifference, { ...diff, from: identity(from), to: identity(to), coverage });
}

const inTexts = (rows: Coverage): Coverage =>
  rows.filter(({ level }) => level !== 'not_applicable');

const withoutGaps = (rows: Coverage): number => rows.filter(({ gaps }) => gaps.length === 0).length;

function identity({ policy, sha256 }: PolicyView): z.infer<typeof PolicyIdentity> {
  return { name: policy.name, version: policy.version, sha256 };
}
