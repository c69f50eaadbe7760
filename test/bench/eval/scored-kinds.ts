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

/**
 * Which kinds are labelled in a row. Most sets label all nine. Rows that test one recogniser are
 * closed for that recogniser alone: whatever else stands in their text is not labelled, so only the
 * kinds that this recogniser's labels carry anywhere in the set are scored there.
 */
export function labelledKinds(rows: readonly LabelledRow[]): (row: LabelledRow) => Set<string> {
  const byRecogniser = new Map<string, Set<string>>();
  for (const { recogniser, spans } of rows) {
    if (recogniser === undefined) continue;
    const kinds = byRecogniser.get(recogniser) ?? new Set<string>();
    for (const { kind9 } of spans) if (kind9 !== null) kinds.add(kind9);
    byRecogniser.set(recogniser, kinds);
  }
  const all = new Set<string>(nineKinds);
  return ({ recogniser }) =>
    recogniser === undefined ? all : (byRecogniser.get(recogniser) ?? all);
}
