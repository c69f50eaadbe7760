import { type Cue, cuesOf } from '../view/context.ts';
import type { CueKind } from '../vocabulary/cue-phrases.ts';

/** What a turn asks for or announces. */
export interface Asked {
  /** Kinds of the value, the most specific first; a policy may not have it. Empty where the cue is a loose one. */
  readonly kinds: readonly string[];
  /** The kind of a cue that may stand in any sentence: "card", "call". */
  readonly looseKind?: string | undefined;
  /** Where in the searched text its cue ends. */
  readonly end: number;
}

const kindsOf: Readonly<Partial<Record<CueKind, readonly string[]>>> = {
  PHONE: ['PHONE'],
  FAX: ['FAX', 'PHONE'],
  SSN: ['SSN'],
  EMAIL: ['EMAIL'],
  DOB: ['DOB'],
  MRN: ['MRN'],
  ACCOUNT: ['ACCOUNT'],
  ADDRESS: ['ADDRESS'],
  LICENSE: ['LICENSE', 'ACCOUNT'],
  VEHICLE_ID: ['VEHICLE_ID', 'ACCOUNT'],
  DEVICE_ID: ['DEVICE_ID', 'ACCOUNT'],
  OTHER_ID: ['ACCOUNT'],
};
const zip = /\b(?:zip|post(?:al )?code|postcode)\b/i;
const healthPlan =
  /\b(?:member|membership|subscriber|group|insurance|medicare|medicaid|beneficiary|policy)\b/i;

/** Cues of a value that is read out; others, such as "call" and "office", may stand in any sentence. */
const readOut =
  /\b(?:phone|telephone|cell|cellphone|mobile|landline|fax|numbers?|digits|social|ssn|soc|itin|tax|dob|d o b|birth|birthdate|birthday|bday|born|mrn|ids?|i d|zip|postal code|postcode|e ?mail|gmail|imei|serial|vin|plate|licen[cs]e|passport|routing|npi|dea|pin|passcode|iban|address)\b/i;
/** Questions that a number answers which is no value. */
const asksAmount =
  /\b(?:how (?:many|much|often|long|far|bad|severe|old)|what time|press|scale|option|choose|rate your|out of (?:10|ten)|which (?:one|of)|if this|correct\?|right\?)/i;
const asksName =
  /\bspell(?:ing|ed|s)?\b|\b(?:first|last|middle|maiden|full|family|sur)[ -]?name\b|\bdeletre[ae]\b/i;
const sentenceEnd = /(?<=[.?!])\s+/;
const reach = 240;
/** Sentences such as "Go ahead." that may follow the question. */
const mostAfterwards = 2;
const short = 32;

/** What the end of a text asks for or announces: "what's your member id", "my phone number is". */
export function askedIn(text: string): Asked | undefined {
  const sentences = text.slice(-reach).split(sentenceEnd);
  for (const sentence of sentences.reverse().slice(0, mostAfterwards + 1)) {
    if (asksAmount.test(sentence)) return undefined;
    const cues = cuesOf(sentence).filter(({ kind }) => kindsOf[kind] !== undefined);
    const isFirm = ({ start, end }: Cue): boolean => readOut.test(sentence.slice(start, end));
    const cue = cues.findLast(isFirm) ?? cues.at(-1);
    if (cue !== undefined) {
      return askedBy(cue, sentence, text.lastIndexOf(sentence));
    }
    if (asksName.test(sentence)) return { kinds: ['NAME'], end: text.length };
    if (sentence.length > short) return undefined;
  }
  return undefined;
}

function askedBy({ kind, start, end }: Cue, sentence: string, from: number): Asked {
  const kinds = kindsOfCue(sentence.slice(start, end), kind);
  const looseKind = kinds.length === 0 ? looseKinds.get(kind) : undefined;
  return { kinds, looseKind, end: from + end };
}

const looseKinds: ReadonlyMap<CueKind, string> = new Map([
  ['ACCOUNT', 'ACCOUNT'],
  ['PHONE', 'PHONE'],
  ['MRN', 'MRN'],
]);

function kindsOfCue(said: string, kind: CueKind): readonly string[] {
  // "tooth number", "room number": most numbers of another sort are short and nobody's.
  const isAnySort = kind === 'OTHER_ID' && /^numbers?$/i.test(said);
  if (isAnySort || !readOut.test(said)) return [];
  if (zip.test(said)) return ['ZIP', 'ADDRESS'];
  if (kind === 'ACCOUNT' && healthPlan.test(said)) return ['HEALTH_PLAN_ID', 'ACCOUNT'];
  return kindsOf[kind] ?? [];
}
