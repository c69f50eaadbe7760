import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Problem, Result } from '../domain/fault.ts';
import type { ActivePolicy, EntityRule, Policy } from '../domain/policy.ts';
import { schemaProblems } from './policy-problems.ts';
import { fieldNames, type PassEntry, type PolicyNames, policySchema } from './policy-schema.ts';
import { readYaml, type YamlDocument } from './yaml-document.ts';

/** What a valid policy says without effect: kinds that nothing looks for, and a scheme that agents choose for themselves (decision 0060). */
export function policyNotes(policy: Policy): readonly string[] {
  const scheme =
    policy.tokenization === 'reversible-aead'
      ? [
          'tokenization: agents choose reversible-aead for themselves; a new one that does not has vault-deterministic',
        ]
      : [];
  const unseen = kindsWithoutPass(policy);
  return [
    ...scheme,
    ...unseen.map((kind) => `entities.${kind}: no pass of this policy finds this kind`),
  ];
}

/** Enabled kinds that no pass and no word of the policy looks for. */
function kindsWithoutPass(policy: Policy): readonly string[] {
  const regex = policy.passes.includes('regex');
  const ner = policy.passes.includes('nermodel');
  return [...policy.entities]
    .filter(
      ([, rule]) =>
        rule.enabled &&
        !(regex && rule.regex) &&
        !(ner && rule.ner) &&
        rule.always.length + rule.patterns.length === 0,
    )
    .map(([kind]) => kind);
}

type Decoded = z.output<ReturnType<typeof policySchema>>;

/**
 * Decodes a policy from its YAML text (spec, Masking policy). Problems are in document order, each with
 * line, column and a `PolicyProblemCode`. A pass such as `{ regex: [PHONE, SSN] }` runs for the listed
 * kinds only: in the result the other kinds have that pass switched off.
 */
export function decodePolicy(yaml: string, names: PolicyNames): Result<ActivePolicy> {
  const read = readYaml(yaml);
  if (!read.ok) return read;
  const document = read.value;
  const shape = policySchema(names).safeParse(document.value);
  if (!shape.success) {
    return { ok: false, problems: schemaProblems(shape.error.issues, { document, fieldNames }) };
  }
  const problems = missingEntities(shape.data, document);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      policy: policyOf(shape.data),
      yaml,
      sha256: sha256OfPolicy(yaml),
    },
  };
}

/** SHA-256 of a policy's text, in hex. */
export function sha256OfPolicy(yaml: string): string {
  return createHash('sha256').update(yaml, 'utf8').digest('hex');
}

function policyOf(decoded: Decoded): Policy {
  const { audit, entities, passes, other_languages, refused_turns, ...rest } = decoded;
  const limitOf = (name: string) => passes.find((pass) => pass.name === name)?.kinds ?? null;
  const regexKinds = limitOf('regex');
  const nerKinds = limitOf('nermodel');
  return {
    ...rest,
    otherLanguages: other_languages,
    refusedTurns: refused_turns,
    // `regex` runs first, wherever the document lists it (spec, rule 2).
    passes: passes
      .map((pass) => pass.name)
      .sort((a, b) => Number(b === 'regex') - Number(a === 'regex')),
    entities: new Map(
      Object.entries(entities).map(([kind, rule]) => [
        kind,
        {
          ...rule,
          regex: rule.regex && (regexKinds?.includes(kind) ?? true),
          ner: rule.ner && (nerKinds?.includes(kind) ?? true),
        },
      ]),
    ),
    audit: {
      logEvents: audit.log_events,
      logPayloads: audit.log_payloads,
      keep: audit.keep,
      retentionDays: audit.retention_days,
    },
  };
}

/** Checks that each kind of a pass is declared and has that pass on, and that each pass has a kind. */
function missingEntities(decoded: Decoded, document: YamlDocument): readonly Problem[] {
  const rules = new Map(Object.entries(decoded.entities));
  return decoded.passes.flatMap((pass, index) => {
    if (pass.name === 'diarize') return [];
    const at = ['passes', index] as const;
    if (pass.kinds === null) {
      const used = [...rules.values()].some((rule) => looksFor(rule, pass));
      return used
        ? []
        : [missing('no enabled entity uses this pass', `passes[${index}]`, document.locate(at))];
    }
    return pass.kinds.flatMap((kind, place) => {
      const rule = rules.get(kind);
      if (rule !== undefined && looksFor(rule, pass)) return [];
      const message =
        rule === undefined
          ? 'this entity is not declared under entities'
          : 'this entity is switched off for this pass under entities';
      const path = `passes[${index}].${pass.name}[${place}]`;
      return [missing(message, path, document.locate([...at, pass.name, place]))];
    });
  });
}

function looksFor(rule: EntityRule, pass: PassEntry): boolean {
  return rule.enabled && (pass.name === 'regex' ? rule.regex : rule.ner);
}

function missing(
  message: string,
  path: string,
  place: { readonly line: number; readonly column: number },
): Problem {
  return { path, message, code: 'missing_entity', ...place };
}

/** The header fields of a policy document; null where one cannot be read. */
interface PolicyOutline {
  readonly name: string | null;
  readonly kid: string | null;
  readonly tokenization: 'vault-deterministic' | 'reversible-aead' | 'synthetic' | null;
  readonly retentionDays: number | null;
}

const emptyOutline: PolicyOutline = {
  name: null,
  kid: null,
  tokenization: null,
  retentionDays: null,
};

// Accepts any kid: an outlined policy is often one whose key is gone.
const { shape } = policySchema({ kids: { has: () => true }, supportedKinds: new Set() });
const outlineSchema = z.object({
  name: shape.name.nullable().catch(null),
  kid: shape.kid.nullable().catch(null),
  tokenization: shape.tokenization.nullable().catch(null),
  audit: shape.audit.transform(({ retention_days }): number | null => retention_days).catch(null),
});

/** The header of a policy's text. It reads each field alone, so that users can still inspect a policy that is no longer valid. */
export function policyOutline(yaml: string): PolicyOutline {
  const read = readYaml(yaml);
  const header = outlineSchema.safeParse(read.ok ? read.value.value : null);
  if (!header.success) return emptyOutline;
  const { audit, ...rest } = header.data;
  return { ...rest, retentionDays: audit };
}
