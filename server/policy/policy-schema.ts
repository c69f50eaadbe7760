import { z } from 'zod';
import { foldWords } from '../domain/fold-words.ts';
import type { EntityRule, PassName } from '../domain/policy.ts';
import { languages, usualLanguages } from '../normalize/languages/covered.ts';
import { suggestion } from './nearest-name.ts';
import { exampleSchema, patternList, wordList } from './policy-words.ts';

/** Why a policy is invalid; the spec defines the first three (spec, Command-line tool). */
export type PolicyProblemCode =
  | 'unknown_kid'
  | 'invalid_pass'
  | 'missing_entity'
  | 'unsupported_kind'
  | 'invalid_yaml'
  | 'example_failed'
  | 'unknown_field'
  | 'missing_field'
  | 'invalid_value';

export interface PolicyNames {
  /** Key ids for which `SVC_KEY_<kid>` exists, such as a keyring. */
  readonly kids: { has(kid: string): boolean };
  /** Entity kinds that some detector can find (design D9). */
  readonly supportedKinds: ReadonlySet<string>;
}

/** One entry of `passes`: the pass, and the kinds that it is limited to, or null. */
export interface PassEntry {
  readonly name: PassName;
  readonly kinds: readonly string[] | null;
}

const passNames: readonly PassName[] = ['regex', 'nermodel', 'diarize'];

/** Shape and defaults of a policy document (spec, Masking policy), snake_case as written. */
export function policySchema(names: PolicyNames) {
  return z.strictObject({
    name: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[^\p{C}]*$/u),
    version: z.literal(1),
    description: z.string().max(4096).default(''),
    kid: z.string().superRefine((kid, context) => checkKid(kid, names, context)),
    epsilon: z.number().positive().max(100).default(0.5),
    tokenization: z.enum(['vault-deterministic', 'reversible-aead', 'synthetic']),
    passes: z.array(z.unknown().transform(passEntry)).min(1).superRefine(checkRepeats),
    languages: z
      .array(z.enum(languages.map(({ code }) => code)))
      .min(1)
      .refine((tags) => new Set(tags).size === tags.length, { error: 'lists a language twice' })
      .default([...usualLanguages]),
    other_languages: z.enum(['mask_all', 'refuse', 'detect_only']).default('mask_all'),
    unreadable: z.enum(['pass', 'refuse']).default('pass'),
    refused_turns: z.enum(['fail', 'local_model']).default('fail'),
    entities: z
      .record(
        z.string().superRefine((kind, context) => checkKind(kind, names, context)),
        entitySchema,
      )
      .superRefine(checkPatternCount),
    examples: z.array(exampleSchema).max(50).default([]),
    audit: z.preprocess((value) => value ?? {}, auditSchema),
  });
}

const ruleSchema = z.strictObject({
  enabled: z.boolean().default(true),
  regex: z.boolean().default(true),
  ner: z.boolean().default(true),
  confidence_threshold: z.number().min(0).max(1).default(0.6),
  action: z.enum(['tokenize', 'redact', 'passthrough']).default('tokenize'),
  always: wordList,
  never: wordList,
  patterns: patternList,
});

/** An empty rule (`PHONE:`) has all defaults. */
const entitySchema = z.preprocess(
  (value) => value ?? {},
  ruleSchema.superRefine(checkOwnWords).transform(
    ({ confidence_threshold, ...rule }): EntityRule => ({
      ...rule,
      confidenceThreshold: confidence_threshold,
    }),
  ),
);

const auditSchema = z.strictObject({
  log_events: z.boolean().default(true),
  log_payloads: z.boolean().default(false),
  keep: z.enum(['public', 'nothing']).default('public'),
  retention_days: z.int().min(1).max(36_500).default(2555),
});

const topFields = Object.keys(policySchema({ kids: new Set(), supportedKinds: new Set() }).shape);

/** The known fields of the map at `path`, for suggestions. */
export function fieldNames(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return topFields;
  if (path[0] === 'examples') return Object.keys(exampleSchema.shape);
  return Object.keys((path[0] === 'audit' ? auditSchema : ruleSchema).shape);
}

function refuse(
  context: z.RefinementCtx,
  code: PolicyProblemCode,
  message: string,
  path: (string | number)[] = [],
): void {
  context.addIssue({ code: 'custom', message, params: { code }, path });
}

function checkOwnWords(rule: z.output<typeof ruleSchema>, context: z.RefinementCtx): void {
  for (const field of ['always', 'patterns'] as const) {
    if (rule.action === 'passthrough' && rule[field].length > 0)
      refuse(context, 'invalid_value', 'masks nothing, because this kind passes through', [field]);
  }
  const always = new Set(rule.always.map((phrase) => foldWords(phrase).letters));
  for (const [index, phrase] of rule.never.entries()) {
    if (always.has(foldWords(phrase).letters))
      refuse(context, 'invalid_value', 'is listed under always too', ['never', index]);
  }
}

/** Patterns of all kinds together, each of which costs time in every turn. */
const mostPatterns = 50;

function checkPatternCount(
  entities: Readonly<Record<string, EntityRule>>,
  context: z.RefinementCtx,
): void {
  const kinds = Object.entries(entities).flatMap(([kind, rule]) => rule.patterns.map(() => kind));
  const kind = kinds[mostPatterns];
  if (kind === undefined) return;
  const message = `a policy has at most ${mostPatterns} patterns, all kinds together`;
  refuse(context, 'invalid_value', message, [kind, 'patterns']);
}

function checkKid(kid: string, names: PolicyNames, context: z.RefinementCtx): void {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(kid)) {
    refuse(context, 'invalid_value', 'must be 1 to 64 letters, digits, underscores or dashes');
    return;
  }
  // The key id is a public name, part of every token, and the operator needs the variable's name.
  if (!names.kids.has(kid)) {
    refuse(context, 'unknown_kid', `no key named ${kid}: set SVC_KEY_${kid}`);
  }
}

function checkKind(kind: string, names: PolicyNames, context: z.RefinementCtx): void {
  if (names.supportedKinds.has(kind)) return;
  const hint = suggestion(kind, names.supportedKinds);
  refuse(context, 'unsupported_kind', `nothing can detect this kind${hint}`);
}

function passEntry(entry: unknown, context: z.RefinementCtx): PassEntry {
  const [name, kinds] = splitEntry(entry);
  const pass = passNames.find((known) => known === name);
  if (pass === undefined) {
    const hint = suggestion(name, passNames);
    refuse(context, 'invalid_pass', `must be one of: ${passNames.join(', ')}${hint}`);
    return z.NEVER;
  }
  const limit = z.array(z.string()).min(1).nullable().safeParse(kinds);
  if (!limit.success || (pass === 'diarize' && limit.data !== null)) {
    refuse(context, 'invalid_pass', 'takes a list of entity kinds, or nothing');
    return z.NEVER;
  }
  return { name: pass, kinds: limit.data };
}

/** `regex` or `{ regex: [PHONE, SSN] }`. */
function splitEntry(entry: unknown): readonly [name: unknown, kinds: unknown] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [entry, null];
  const pairs = Object.entries(entry);
  return pairs.length === 1 ? (pairs[0] ?? [undefined, null]) : [undefined, null];
}

function checkRepeats(passes: readonly PassEntry[], context: z.RefinementCtx): void {
  for (const [index, pass] of passes.entries()) {
    if (passes.findIndex((other) => other?.name === pass?.name) < index) {
      refuse(context, 'invalid_pass', 'is listed twice', [index]);
    }
  }
}
