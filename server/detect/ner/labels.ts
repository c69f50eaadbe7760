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
]);

/** Kinds that every shipped policy masks; the default one leaves places. */
export const maskedKinds: ReadonlySet<NerKind> = new Set(
  [...policyKinds.keys()].filter((kind) => kind !== 'LOC'),
);

/**
 * The policies' kinds that are not fully looked for without the model (design D31). E-mail addresses are the patterns'
 * to find: the model adds pieces of them where a policy asks for it.
 */
export const kindsOfModel: ReadonlySet<string> = new Set(
  [...policyKinds.values()].filter((kind) => kind !== 'EMAIL'),
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
