/** What stands around a word in its text. */
export interface Around {
  readonly lead: string;
  readonly trail: string;
}

/** The word, and what stands before and behind it: "como juan por su casa", "robbing peter to pay paul". */
const inPhrase: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [/^(?:pedro|juan)$/, /\bcomo $/, /^ por su casa/],
  [/^diego$/, /\bdije digo,? digo $/, /(?:)/],
  [/^adam$/, /\bknow (?:him|her|you|me|them) from $/, /(?:)/],
  [/^peter$/, /\b(?:rob|robs|robbed|robbing) $/, /(?:)/],
  [/^paul$/, /\bpeter to pay $/, /(?:)/],
  [/^lim[oó]n$/u, /(?<!\p{L})(?:ajo|pescado|agua|miel|sal|té|pollo|chile) con $/u, /(?:)/],
  [/^vin$/, /(?<!\p{L})(?:el|del|al|un|su|the|a|your|its) $/u, /(?:)/],
  [/^scholl$/, /\bdr\.? $/, /^['’]s\b/],
  [
    /^karen$/,
    /(?<!\b(?:this is|i'm|i am|name is|name's|hi|hello|hey|thanks|thank you) )$/,
    /^ (?:language|interpreters?|people|speakers?|community|refugees?|from (?:burma|myanmar))\b/,
  ],
  [/^(?:cajun|mayan|yaqui|mejor|descanse|nutri[oó]log[oa])$/u, /(?:)/, /(?:)/],
  [
    /^(?:alhamdulillah|inshallah|mashallah|subhanallah|wallahi|shukran|shukriya|dzi[eę]kuj[eę]|spasibo|danke|arigato|mahalo|namaste|dhanyavaad)$/u,
    /(?:)/,
    /(?:)/,
  ],
  [/^louise$/, /\b(?:geez|jeez),? $/, /(?:)/],
  [/^ford$/, /\bworks? (?:for|at) $/, /(?:)/],
  [/^bartholin$/, /(?:)/, /^['’]s (?:glands?|cysts?|abscess)\b/],
  [/^vick$/, /(?:)/, /^['’]?s? vapo/],
  [/^b[aá]rbar[oa]$/u, /(?<!\p{L})qu[eé] $/u, /(?:)/],
  [
    /^gleason$/,
    /(?:)/,
    /^ (?:score|grade|de|\d|six|seven|eight|nine|ten|seis|siete|ocho|nueve|diez)/,
  ],
  [/^(?:ludwig|prinzmetal)$/, /(?:)/, /^['’]s angina\b/],
  [/^scheuermann$/, /(?:)/, /^(?:['’]s| disease)\b/],
  [/^george$/, /\blet $/, /^ do it\b/],
  [/^larry$/, /\bhappy as $/, /(?:)/],
  [/^ambrosio$/, /\bcarabina de $/, /(?:)/],
  [
    /^said$/,
    /\bdoctor $/,
    /^ (?:to|that|it|he|she|i|we|you|no|not|the|my|in|at|once|twice|(?:two|three|four|five|six|eight|ten) (?:days|weeks|months|times))\b/,
  ],
];

/** Whether a word that may be a name is none in this phrase. */
export const isInPhrase = (word: string, { lead, trail }: Around): boolean =>
  inPhrase.some(
    ([said, before, after]) => said.test(word) && before.test(lead) && after.test(trail),
  );
