import { supportedKinds } from '../../../server/detect/index.ts';
import type { LabelledRow } from './labelled-row.ts';

/** The spec's nine kinds, in the order of its table. */
export const nineKinds = [
  'PHONE',
  'SSN',
  'NAME',
  'EMAIL',
  'DOB',
  'ADDRESS',
  'MRN',
  'ACCOUNT',
  'IP_ADDRESS',
] as const;

/** Kinds that patterns and context can decide without a model. */
export const patternKinds: readonly string[] = [
  'PHONE',
  'SSN',
  'EMAIL',
  'IP_ADDRESS',
  'ACCOUNT',
  'MRN',
  'DOB',
];

const folded: Readonly<Record<string, string>> = {
  CREDIT_CARD: 'ACCOUNT',
  IBAN: 'ACCOUNT',
  ROUTING: 'ACCOUNT',
  BANK_ACCOUNT: 'ACCOUNT',
  INSURANCE_ID: 'ACCOUNT',
  HEALTH_PLAN_ID: 'ACCOUNT',
  ZIP: 'ADDRESS',
  FAX: 'PHONE',
};

/** The spec's kind that a policy's kind (design D9) counts as, null when it is none of the nine. */
export function kind9Of(kind: string): string | null {
  if ((nineKinds as readonly string[]).includes(kind)) return kind;
  return folded[kind] ?? null;
}

/** A way to count: the kinds that a report lists, and what a label or a found kind counts as; null is neutral. */
export interface KindView {
  readonly kinds: readonly string[];
  readonly ofLabel: (label: Pick<LabelledRow['spans'][number], 'kind' | 'kind9'>) => string | null;
  readonly ofFound: (kind: string) => string | null;
}

/** Finer kinds count as the one of the nine that they refine. */
export const nineKindView: KindView = {
  kinds: nineKinds,
  ofLabel: ({ kind9 }) => kind9,
  ofFound: kind9Of,
};

/** Labels that name no kind of a policy, and the kind that a policy finds them under (design D9). */
const policyKinds: Readonly<Record<string, string>> = {
  CVV: 'CREDIT_CARD',
  OTHER_ID: 'ACCOUNT',
  BIOMETRIC_ID: 'ACCOUNT',
  ROUTING: 'ACCOUNT',
  BANK_ACCOUNT: 'ACCOUNT',
  INSURANCE_ID: 'HEALTH_PLAN_ID',
  ORG: 'ORGANIZATION',
  EMPLOYER: 'ORGANIZATION',
  PLACE_OR_FACILITY: 'ORGANIZATION',
};

/** Every kind that a policy may name counts as itself, and a label of a finer kind is wanted. */
export const allKindView: KindView = {
  kinds: [...new Set([...nineKinds, ...supportedKinds])],
  ofLabel({ kind, kind9 }) {
    if (kind9Of(kind) === kind) return kind9;
    const finer = policyKinds[kind] ?? kind;
    return supportedKinds.has(finer) ? finer : kind9;
  },
  ofFound: (kind) => kind,
};

/**
 * Which kinds are labelled in a row. Most sets label all. Rows that test one recogniser are
 * closed for that recogniser alone: whatever else stands in their text is not labelled, so only the
 * kinds that this recogniser's labels carry anywhere in the set are scored there.
 */
export function labelledKinds(
  rows: readonly LabelledRow[],
  { kinds, ofLabel }: KindView = nineKindView,
): (row: LabelledRow) => Set<string> {
  const byRecogniser = new Map<string, Set<string>>();
  for (const { recogniser, spans } of rows) {
    if (recogniser === undefined) continue;
    const own = byRecogniser.get(recogniser) ?? new Set<string>();
    for (const kind of spans.map(ofLabel)) if (kind !== null) own.add(kind);
    byRecogniser.set(recogniser, own);
  }
  const all = new Set(kinds);
  return ({ recogniser }) =>
    recogniser === undefined ? all : (byRecogniser.get(recogniser) ?? all);
}
