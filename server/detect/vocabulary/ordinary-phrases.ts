import { letterWord } from './value-words.ts';

/** What stands around a word in its text. */
export interface Around {
  readonly lead: string;
  readonly trail: string;
}

/** The word, and what stands before and behind it: "que en paz descanse", "dale está bien", "thank you jesus". */
const inPhrase: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [/^(?:pedro|juan)$/, /\bcomo $/, /^ por su casa/],
  [/^juan$/, /(?:)/, /^ de los palotes/],
  [/^juana$/, /\bchana (?:que|y|o) $/, /(?:)/],
  [/^diego$/, /\bdije digo,? digo $/, /(?:)/],
  [/^magdalena$/, /\b(?:llor\p{L}{1,6}|lágrimas) como (?:una )?$/u, /(?:)/],
  [/^bell$/, /\bparálisis de $/, /(?:)/],
  [/^cobb$/, /\bángulo de $/, /(?:)/],
  [/^adam$/, /\bknow (?:him|her|you|me|them) from $/, /(?:)/],
  [/^murphy$/, /(?:)/, /^['’]s law\b/],
  [/^peter$/, /\b(?:rob|robs|robbed|robbing) $/, /(?:)/],
  [/^paul$/, /\bpeter to pay $/, /(?:)/],
  [/^yasmin$/, /\byaz (?:and|or|to|vs|versus|y|o) $/, /(?:)/],
  [/^mercedes$/, /(?<!\p{L})(?:el|un|del|al) $/u, /(?:)/],
  [
    /^mercedes$/,
    /(?<!\p{L})(?:mi|su|my|your) $/u,
    /^ (?:está en el t|no (?:arranca|prende)|is in the shop)/,
  ],
  [/^johnson$/, /(?:)/, /^ (?:and|&) johnson\b/],
  [/^johnson$/, /\bjohnson (?:and|&) $/, /(?:)/],
  [/^carl$/, /(?:)/, /^['’]s j(?:r|unior)\b/],
  [/^valentina$/, /\bsalsa $/, /(?:)/],
  [/^luz$/, /(?:)/, /^ (?:verde|roja)(?!\p{L})/u],
  [/^lim[oó]n$/u, /(?<!\p{L})(?:ajo|pescado|agua|miel|sal|té|pollo|chile) con $/u, /(?:)/],
  [/^victoria$/, /\btengo $/, /(?:)/],
  [
    /^(?:romero|lim[oó]n|rosa|manzanilla|margarita)$/u,
    /(?<!\p{L})(?:t[eé] de|aceite de|jugo de|olor a|ol[ií]a a|huele a|sabe a|miel (?:de abeja )?con) $/u,
    /(?:)/,
  ],
  [/^vin$/, /(?<!\p{L})(?:el|del|al|un|su|the|a|your|its) $/u, /(?:)/],
  [/^\p{L}+$/u, /\bvirgen (?:de (?:la |los |el )?|del )$/u, /(?:)/],
  [/^cruz$/, /(?:)/, /^ (?:azul|roja|verde)(?!\p{L})/u],
  [/^beth$/, /(?:)/, /^ israel(?!\p{L})/u],
  [/^cal$/, /\bmedi[- ]?$/, /(?:)/],
  [/^rays?$/, /(?<!\p{L})x[- ]?$/u, /(?:)/],
  [
    /^(?:primari[oa]|general|familiar|particular|principal|de|les?|regular|nuev[oa])$/,
    /\bdoctora? $/,
    /(?:)/,
  ],
  [/^(?:vieja|mayor|embarazada)$/, /\bseñora $/u, /(?:)/],
  [/^(?:dame|dice|dime|deme)$/, /(?:)/, /(?:)/],
  [/^charity$/, /\b(?:want|need|take) $/, /(?:)/],
  [/^aquiles$/, /\b(?:tal[oó]n|tend[oó]n) de $/u, /(?:)/],
  [/^ad[aá]n$/u, /\b(?:manzana|nuez) de $/, /(?:)/],
  [/^(?:linda|bonita|preciosa|hermosa|reina|cielo|coraz[oó]n)$/u, /\bgracias,? $/, /^[\s.,!]*$/],
  [/^grace$/, /\bminute $/, /(?:)/],
  [/^mar[ií]a$/u, /\b(?:galletas?|baño) $/u, /(?:)/],
  [
    /^tomas$/,
    /\b(?:o|y|si|que|qué|te|tú|cuándo|cómo) $/u,
    /^ (?:algo|algun|las?|los?|el|una?|agua|mucho)/,
  ],
  [/^consuelo$/, /\b(?:me|le|nos) da $/, /(?:)/],
  [/^paz$/, /\ben $/, /^ descans/],
  [/^scholl$/, /\bdr\.? $/, /^['’]s\b/],
  [
    /^karen$/,
    /(?<!\b(?:this is|i'm|i am|name is|name's|hi|hello|hey|thanks|thank you) )$/,
    /^ (?:language|interpreters?|people|speakers?|community|refugees?|from (?:burma|myanmar))\b/,
  ],
  [/^(?:cajun|mayan|yaqui|mejor|descanse|nutri[oó]log[oa])$/u, /(?:)/, /(?:)/],
  // Thanks and wishes of other languages.
  [
    /^(?:alhamdulillah|inshallah|mashallah|subhanallah|wallahi|shukran|shukriya|dzi[eę]kuj[eę]|spasibo|danke|arigato|mahalo|namaste|dhanyavaad)$/u,
    /(?:)/,
    /(?:)/,
  ],
  [/^louise$/, /\b(?:geez|jeez),? $/, /(?:)/],
  [/^ford$/, /\bworks? (?:for|at) $/, /(?:)/],
  [/^bartholin$/, /(?:)/, /^['’]s (?:glands?|cysts?|abscess)\b/],
  [/^vick$/, /(?:)/, /^['’]?s? vapo/],
  [
    /^(?:titulad|asignad|registrad|encargad|certificad|autorizad)[oa]$/,
    /(?<!\p{L})(?:doctora?|enfermer[oa]|persona|muchach[oa]|señorita|secretari[oa]) $/u,
    /(?:)/,
  ],
  [/^oral$/, /\bcirujan[oa] $/, /(?:)/],
  [/^beba$/, /(?:)/, /^ (?:agua|much|líquid|suero|bastante)/],
  [/^luz$/, /\b(?:recibo|factura) de (?:la )?$/, /(?:)/],
  [/^b[aá]rbar[oa]$/u, /(?<!\p{L})qu[eé] $/u, /(?:)/],
  [/^neta$/, /\bla $/, /(?:)/],
  [/^consuelo$/, /\bpaz y $/, /(?:)/],
  [/^paz$/, /\bdame $/, /(?:)/],
  [/^camilla$/, /\b(?:tienen|bajan con|una|la|en) $/, /(?:)/],
  [/^margarita$/, /\b(?:lunar|flor) como $/, /(?:)/],
  [
    /^gleason$/,
    /(?:)/,
    /^ (?:score|grade|de|\d|six|seven|eight|nine|ten|seis|siete|ocho|nueve|diez)/,
  ],
  [/^snellen$/, /(?:)/, /^ (?:chart|letters|test)\b/],
  [/^(?:ludwig|prinzmetal)$/, /(?:)/, /^['’]s angina\b/],
  [/^scheuermann$/, /(?:)/, /^(?:['’]s| disease)\b/],
  [/^george$/, /\blet $/, /^ do it\b/],
  [/^larry$/, /\bhappy as $/, /(?:)/],
  [/^ambrosio$/, /\bcarabina de $/, /(?:)/],
  [/^simi$/, /\b(?:el|del|al) doctor $/, /(?:)/],
  [/^yasmin$/, /\b(?:recetaron|recetó|tomando) $/, /(?:)/],
  [/^yasmin$/, /\bfrom $/, /^ to yaz\b/],
  [
    /^said$/,
    /\bdoctor $/,
    /^ (?:to|that|it|he|she|i|we|you|no|not|the|my|in|at|once|twice|(?:two|three|four|five|six|eight|ten) (?:days|weeks|months|times))\b/,
  ],
  [/^margaritas?$/, /(?:)/, /^ que me (?:tomé|bebí)(?!\p{L})/u],
  [/^pelirroj[oa]$/, /(?:)/, /(?:)/],
  // "citlali con ce": one letter, which tells nobody the name that holds it.
  [letterWord, /(?<!\p{L})con (?:una? |la )?$/u, /(?:)/],
  [
    /^mira$/,
    /(?:)/,
    /^(?:,| (?:eso|esto|que|me|te|le|lo|yo|es|ya|como|aquí|hij[oa]|mij[oa]|i'm)(?!\p{L}))/u,
  ],
  [/^jes[uú]s$/, /\b(?:thank you|praise|oh|sweet|dear|since|ay|ave|por) $/, /(?:)/],
  [/^jes[uú]s$/, /(?:)/, /^ (?:christ|take the|mar[ií]a(?: y| and|,) jos[eé])/u],
  [/^mar[ií]a$/, /\bjes[uú]s,? $/u, /^,? (?:y|and) jos[eé]/u],
  [/^jos[eé]$/u, /\bmar[ií]a,? (?:y|and) $/u, /(?:)/],
  [
    /^dale$/,
    /(?:)/,
    /^(?: (?:est[áa] bien|que|pues|bien|gracias|nos|sí|entonces|ya|mi amor)(?!\p{L})|[.,!]?$)/u,
  ],
];

/** The word, and what stands behind it, of words that most people know. */
const inEnglishPhrase: readonly (readonly [RegExp, RegExp])[] = [
  [/^grant$/, /^ (?:applications?|money|program|funded|funding|writer|proposal)/],
  [/^frank$/, /^ (?:with (?:you|me|him|her|us|them)|answer|opinion|talk)\b/],
  [/^grace$/, /^ (?:period|days?)\b/],
  [
    /^(?:ginger|rosemary|sage|basil|jasmine|olive|rose|daisy)$/,
    /^ (?:tea|oil|ale|root|chews?|candy|water|lea(?:f|ves)|extract|sticker|(?:and|or) (?:ginger|rosemary|honey|lemon|turmeric|mint|peppermint))\b/,
  ],
  [/^german$/, /^ (?:measles|shepherds?)\b/],
  [/^faith$/, /^ (?:based|healing|healer)\b/],
  [/^(?:dale)$/, /^ cool\b/],
];

/** Whether a word that may be a name is none in this phrase. */
export const isInPhrase = (word: string, { lead, trail }: Around): boolean =>
  inPhrase.some(
    ([said, before, after]) => said.test(word) && before.test(lead) && after.test(trail),
  );

/** The same of a word that most people know. */
export const isInEnglishPhrase = (word: string, trail: string): boolean =>
  inEnglishPhrase.some(([said, behind]) => said.test(word) && behind.test(trail));
