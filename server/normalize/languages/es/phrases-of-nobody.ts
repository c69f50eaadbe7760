import type { PhraseOfNobody } from '../language.ts';

/** Phrases in which a word that may be a name is none. */
export const phrasesOfNobody: readonly PhraseOfNobody[] = [
  [/^(?:mejor|descanse|nutri[oó]log[oa])$/u, /(?:)/, /(?:)/],
  [/^lim[oó]n$/u, /(?<!\p{L})(?:ajo|pescado|agua|miel|sal|té|pollo|chile) con $/u, /(?:)/],
  [/^b[aá]rbar[oa]$/u, /(?<!\p{L})qu[eé] $/u, /(?:)/],
  [/^vin$/, /(?<!\p{L})(?:el|del|al|un|su) $/u, /(?:)/],
  [/^gleason$/, /(?:)/, /^ (?:de|seis|siete|ocho|nueve|diez)/],
  [/^(?:pedro|juan)$/, /\bcomo $/, /^ por su casa/],
  [/^diego$/, /\bdije digo,? digo $/, /(?:)/],
  [/^ambrosio$/, /\bcarabina de $/, /(?:)/],
];
