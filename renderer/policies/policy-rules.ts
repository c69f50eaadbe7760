import { parse } from 'yaml';

/** One row of the table: what the policy says of a kind. */
export interface PolicyRule {
  readonly kind: string;
  readonly regex: boolean;
  readonly ner: boolean;
  readonly threshold: number;
  readonly action: string;
}

interface Document {
  readonly passes?: readonly unknown[];
  readonly entities?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

/** The rules of a valid policy, with the defaults of the rule book (spec, Per-entity fields). */
export function rulesOf(yaml: string): readonly PolicyRule[] {
  const { passes = [], entities = {} } = parse(yaml) as Document;
  const runs = (pass: string) =>
    passes.some((entry) => entry === pass || (isObject(entry) && pass in entry));
  return Object.entries(entities).map(([kind, rule]) => {
    const on = (field: string) => rule?.[field] !== false && rule?.['enabled'] !== false;
    return {
      kind,
      regex: runs('regex') && on('regex'),
      ner: runs('nermodel') && on('ner'),
      threshold: Number(rule?.['confidence_threshold'] ?? 0.6),
      action: String(rule?.['action'] ?? 'tokenize'),
    };
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
