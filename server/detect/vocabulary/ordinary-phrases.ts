import { languages } from '../../normalize/languages/covered.ts';
import type { PhraseOfNobody } from '../../normalize/languages/language.ts';

/** What stands around a word in its text. */
export interface Around {
  readonly lead: string;
  readonly trail: string;
}

/** "robbing peter to pay paul". */
const english: readonly PhraseOfNobody[] = [
  [/^adam$/, /\bknow (?:him|her|you|me|them) from $/, /(?:)/],
  [/^peter$/, /\b(?:rob|robs|robbed|robbing) $/, /(?:)/],
  [/^paul$/, /\bpeter to pay $/, /(?:)/],
  [/^vin$/, /(?<!\p{L})(?:the|a|your|its) $/u, /(?:)/],
  [/^scholl$/, /\bdr\.? $/, /^['’]s\b/],
  [
    /^karen$/,
    /(?<!\b(?:this is|i'm|i am|name is|name's|hi|hello|hey|thanks|thank you) )$/,
    /^ (?:language|interpreters?|people|speakers?|community|refugees?|from (?:burma|myanmar))\b/,
  ],
  [/^(?:cajun|mayan|yaqui)$/, /(?:)/, /(?:)/],
  [
    /^(?:alhamdulillah|inshallah|mashallah|subhanallah|wallahi|shukran|shukriya|dzi[eę]kuj[eę]|spasibo|danke|arigato|mahalo|namaste|dhanyavaad)$/u,
    /(?:)/,
    /(?:)/,
  ],
  [/^louise$/, /\b(?:geez|jeez),? $/, /(?:)/],
  [/^ford$/, /\bworks? (?:for|at) $/, /(?:)/],
  [/^bartholin$/, /(?:)/, /^['’]s (?:glands?|cysts?|abscess)\b/],
  [/^vick$/, /(?:)/, /^['’]?s? vapo/],
  [/^gleason$/, /(?:)/, /^ (?:score|grade|\d|six|seven|eight|nine|ten)/],
  [/^(?:ludwig|prinzmetal)$/, /(?:)/, /^['’]s angina\b/],
  [/^scheuermann$/, /(?:)/, /^(?:['’]s| disease)\b/],
  [/^george$/, /\blet $/, /^ do it\b/],
  [/^larry$/, /\bhappy as $/, /(?:)/],
  [
    /^said$/,
    /\bdoctor $/,
    /^ (?:to|that|it|he|she|i|we|you|no|not|the|my|in|at|once|twice|(?:two|three|four|five|six|eight|ten) (?:days|weeks|months|times))\b/,
  ],
];
const inPhrase = [...english, ...languages.flatMap(({ phrasesOfNobody }) => phrasesOfNobody ?? [])];

/** Whether a word that may be a name is none in this phrase. */
export const isInPhrase = (word: string, { lead, trail }: Around): boolean =>
  inPhrase.some(
    ([said, before, after]) => said.test(word) && before.test(lead) && after.test(trail),
  );
