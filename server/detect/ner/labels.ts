/** Kinds that the model distinguishes. It learns the unreported ones so as not to mistake others for them. */
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

/** Kinds of numbers that the model takes for each other. */
export const numberKinds: ReadonlySet<NerKind> = new Set(['PHONE', 'MRN', 'ACCOUNT']);

/** Kinds whose values are as private whichever kind they are of: all masked kinds count together in their scores. */
export const pooledKinds: ReadonlySet<NerKind> = new Set(['NAME', ...numberKinds]);

const policyKinds: ReadonlyMap<NerKind, string> = new Map([
  ['NAME', 'NAME'],
  ['PHONE', 'PHONE'],
  ['DOB', 'DOB'],
  ['ADDRESS', 'ADDRESS'],
  ['LOC', 'LOCATION'],
  ['MRN', 'MRN'],
  ['ACCOUNT', 'ACCOUNT'],
  ['EMAIL', 'EMAIL'],
  ['ORG', 'ORGANIZATION'],
  ['DATE', 'DATE'],
]);

/** Labels of kinds that the strict policy alone masks. */
const strictLabels: ReadonlySet<NerKind> = new Set(['LOC', 'ORG', 'DATE']);

/** Kinds that every shipped policy masks. */
export const maskedKinds: ReadonlySet<NerKind> = new Set(
  [...policyKinds.keys()].filter((kind) => !strictLabels.has(kind)),
);

/** Kinds that are the patterns' to find: where a policy asks for it, the model adds what only the words around a value tell. */
const kindsOfPatterns: ReadonlySet<string> = new Set(['EMAIL', 'DATE']);

/** The policies' kinds that are not fully looked for without the model (design D31). */
export const kindsOfModel: ReadonlySet<string> = new Set(
  [...policyKinds.values()].filter((kind) => !kindsOfPatterns.has(kind)),
);

/** What policies call a kind; none when it is not reported. */
export function policyKindOf(kind: NerKind): string | undefined {
  return policyKinds.get(kind);
}

/** Label 0 is outside; kind k begins with 1 + 2k and goes on with 2 + 2k. */
export const labelCount = 1 + 2 * nerKinds.length;

export function beginLabel(kind: NerKind): number {
  return 1 + 2 * nerKinds.indexOf(kind);
}
