import { isMap, parseDocument } from 'yaml';
import { kindNames } from '../ui/kind-names.ts';

/** What happens to a kind; `off`: it is not looked for. */
export type RuleAction = 'tokenize' | 'redact' | 'passthrough' | 'off';

/** How a policy treats a kind. */
export interface KindRule {
  readonly kind: string;
  readonly action: RuleAction;
  /** Whether the patterns and the model look for it. */
  readonly regex: boolean;
  readonly ner: boolean;
  readonly threshold: number;
}

interface Document {
  readonly passes?: readonly unknown[];
  readonly entities?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

/**
 * The rules of a policy with the spec's defaults (spec, Per-entity fields), in its order; then the kinds that
 * it does not list. None for a text that cannot be read.
 */
export function kindRules(yaml: string): readonly KindRule[] {
  const document = parseDocument(yaml);
  if (document.errors.length > 0) return [];
  const { passes = [], entities = {} } = (document.toJS() ?? {}) as Document;
  const runs = (pass: string, kind: string) =>
    Array.isArray(passes) && passes.some((entry) => names(entry, pass, kind));
  const listed = Object.entries(entities ?? {}).map(([kind, rule]): KindRule => {
    const isOn = rule?.['enabled'] !== false;
    return {
      kind,
      action: isOn ? (String(rule?.['action'] ?? 'tokenize') as RuleAction) : 'off',
      regex: runs('regex', kind) && rule?.['regex'] !== false,
      ner: runs('nermodel', kind) && rule?.['ner'] !== false,
      threshold: Number(rule?.['confidence_threshold'] ?? 0.6),
    };
  });
  const unlisted = Object.keys(kindNames).filter((kind) => !(kind in (entities ?? {})));
  return [
    ...listed,
    ...unlisted.map(
      (kind): KindRule => ({ kind, action: 'off', regex: false, ner: false, threshold: 0.6 }),
    ),
  ];
}

/** `regex`, or `{ regex: [PHONE, SSN] }` for a kind in the list. */
function names(entry: unknown, pass: string, kind: string): boolean {
  if (entry === pass) return true;
  if (typeof entry !== 'object' || entry === null || !(pass in entry)) return false;
  const kinds: unknown = Reflect.get(entry, pass);
  return !Array.isArray(kinds) || kinds.includes(kind);
}

/** The policy with another rule for a kind; comments stay. */
export function withRule(
  yaml: string,
  kind: string,
  change: Partial<Omit<KindRule, 'kind'>>,
): string {
  const document = parseDocument(yaml);
  const path = ['entities', kind];
  if (!isMap(document.getIn(path))) document.setIn(path, document.createNode({}, { flow: true }));
  const set = (field: string, value: unknown) => document.setIn([...path, field], value);
  if (change.action === 'off') set('enabled', false);
  else if (change.action !== undefined) {
    document.deleteIn([...path, 'enabled']);
    set('action', change.action);
  }
  if (change.regex !== undefined) set('regex', change.regex);
  if (change.ner !== undefined) set('ner', change.ner);
  if (change.threshold !== undefined) set('confidence_threshold', change.threshold);
  return document.toString({ lineWidth: 0 });
}
