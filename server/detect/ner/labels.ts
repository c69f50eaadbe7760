/** What the model tells apart. Those that no policy names keep the others from being mistaken for them. */
export const nerKinds = [
  'NAME',
  'PHONE',
  'DOB',
  'ADDRESS',
  'MRN',
  'ACCOUNT',
  'AGE',
  'ORG',
  'LOC',
  'DATE',
  'EMAIL',
] as const;

export type NerKind = (typeof nerKinds)[number];

/** Kinds that the model reports. */
export const reportedKinds: ReadonlySet<NerKind> = new Set([
  'NAME',
  'PHONE',
  'DOB',
  'ADDRESS',
  'MRN',
  'ACCOUNT',
]);

/** Label 0 is outside; kind k begins with 1 + 2k and goes on with 2 + 2k. */
export const labelCount = 1 + 2 * nerKinds.length;

export function beginLabel(kind: NerKind): number {
  return 1 + 2 * nerKinds.indexOf(kind);
}
