import type { EntityRule, Policy } from '../domain/policy.ts';

/** One changed field; `field` is its name in the document, values are as in the document. */
export interface FieldChange {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

export interface EntityChange extends FieldChange {
  readonly kind: string;
}

/** Entries of a kind's `always`, `never` or `patterns` that differ. */
interface WordChange {
  readonly kind: string;
  readonly field: 'always' | 'never' | 'patterns';
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What `svc policy diff` lists (spec, Command-line tool). */
export interface PolicyDiff {
  readonly addedEntities: readonly string[];
  readonly removedEntities: readonly string[];
  readonly thresholds: readonly EntityChange[];
  readonly actions: readonly EntityChange[];
  /** `enabled`, `regex` and `ner`. */
  readonly switches: readonly EntityChange[];
  readonly words: readonly WordChange[];
  /** Everything outside `entities`, but no examples: they change no call. */
  readonly topLevel: readonly FieldChange[];
}

/** The differences in meaning from `a` to `b`: comments, order of entities and defaults do not count. */
export function diffPolicies(a: Policy, b: Policy): PolicyDiff {
  return {
    addedEntities: [...b.entities.keys()].filter((kind) => !a.entities.has(kind)),
    removedEntities: [...a.entities.keys()].filter((kind) => !b.entities.has(kind)),
    thresholds: entityChanges(a, b, ['confidence_threshold']),
    actions: entityChanges(a, b, ['action']),
    switches: entityChanges(a, b, ['enabled', 'regex', 'ner']),
    words: wordChanges(a, b),
    topLevel: changes(topLevel(a), topLevel(b)),
  };
}

/** True when nothing differs. */
export function isSamePolicy(diff: PolicyDiff): boolean {
  return Object.values(diff).every((list: readonly unknown[]) => list.length === 0);
}

function entityChanges(a: Policy, b: Policy, fields: readonly string[]): readonly EntityChange[] {
  return [...a.entities].flatMap(([kind, before]) => {
    const after = b.entities.get(kind);
    if (after === undefined) return [];
    return changes(ruleFields(before), ruleFields(after))
      .filter((change) => fields.includes(change.field))
      .map((change) => ({ kind, ...change }));
  });
}

function ruleFields({ confidenceThreshold, ...rule }: EntityRule): Fields {
  return { ...rule, confidence_threshold: confidenceThreshold };
}

/** A kind that only one of the policies has counts as one without words. */
function wordChanges(a: Policy, b: Policy): readonly WordChange[] {
  const kinds = new Set([...a.entities.keys(), ...b.entities.keys()]);
  return [...kinds].flatMap((kind) =>
    (['always', 'never', 'patterns'] as const).flatMap((field) => {
      const before = new Set(a.entities.get(kind)?.[field]);
      const after = new Set(b.entities.get(kind)?.[field]);
      const added = [...after].filter((word) => !before.has(word));
      const removed = [...before].filter((word) => !after.has(word));
      return added.length + removed.length === 0 ? [] : [{ kind, field, added, removed }];
    }),
  );
}

function topLevel(policy: Policy): Fields {
  const { entities: _, examples: __, audit, passes, languages, ...rest } = policy;
  const { otherLanguages, refusedTurns, ...fields } = rest;
  return {
    ...fields,
    passes: passes.join(', '),
    languages: languages.toSorted().join(', '),
    other_languages: otherLanguages,
    refused_turns: refusedTurns,
    'audit.log_events': audit.logEvents,
    'audit.log_payloads': audit.logPayloads,
    'audit.keep': audit.keep,
    'audit.retention_days': audit.retentionDays,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function changes(before: Fields, after: Fields): readonly FieldChange[] {
  return Object.entries(before)
    .filter(([field, value]) => value !== after[field])
    .map(([field, value]) => ({ field, from: String(value), to: String(after[field]) }));
}
