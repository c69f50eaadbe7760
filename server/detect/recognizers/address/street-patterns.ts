import type { Pattern } from '../../view/pattern.ts';
import { stateCodeSource, zipSource } from './zip.ts';

/** Street types that are hardly ever anything else behind a number and a name. */
export const strongTypes =
  'street|str|avenue|ave|boulevard|blvd|road|rd|lane|ln|highway|hwy|parkway|pkwy|expressway|turnpike|terrace|crescent|alley|broadway|esplanade|concourse';

/** Types that are also abbreviations or words, though seldom behind a house number and a name. */
export const weakTypes =
  'st|av|drive|dr|court|ct|place|pl|square|sq|circle|cir|trail|trl|pike|ridge|cove|bend|crossing|xing|plaza|gardens|grove|mews|heights|hts|landing|meadows|manor|wharf|quay|glen|hollow|parade|promenade|freeway|ter|cres|vista|extension|commons';

/** Types that are everyday words: only with capitals, a city behind, or a word of living there. */
export const looseTypes =
  'way|loop|run|path|pass|row|walk|view|hill|hills|park|point|garden|close|meadow|bypass|route|creek|lake|station|mall';

/** Endings of street names written as one word: German, Dutch, Scandinavian, Finnish, Hungarian. */
export const joinedEndings =
  'strasse|straße|strase|str|gasse|platz|straat|plein|gracht|singel|dreef|steeg|vägen|gatan|gränd|veien|vegen|gaten|gata|katu|polku|utca|weg|allee|damm|laan|vej|vejen|gade|allé|väg|veg|vei|kuja';

/** Of those, the ones that may also stand alone behind the name. */
export const spacedEndings = /^(?:strasse|straße|str|platz|allee|gasse|utca|katu|vej)$/i;

/** Of those, the ones that end no English word. */
export const plainEndings =
  /^(?:str.*|gasse|platz|plein|gracht|vägen|gatan|gränd|veien|vegen|gaten|utca|katu|vej|vejen)$/i;

/** Street types that stand before the name: Romance and Slavic languages. */
export const leadingTypes =
  'via|viale|piazza|piazzale|corso|vicolo|largo|rue|avenue|boulevard|chemin|quai|impasse|place|calle|avenida|avda|paseo|carrera|plaza|camino|rua|travessa|praça|estrada|ulica|ul|ulitsa|prospekt|strada|calea|aleea|jalan|rruga|odos|cesta|trg|vul';

/** Of those, the ones that are no English word. */
export const plainLeading =
  /^(?:viale|piazza.*|vicolo|calle|avenida|avda|rua|travessa|praça|estrada|ulica|ulitsa|prospekt|calea|aleea|jalan|rruga)$/i;

/**
 * First words behind a number that make it a count, not a house. The months are not `monthSource`:
 * "Mar" begins streets, as in "12 Mar Vista".
 */
export const countedWords =
  /^(?:room|bed|ward|bay|gate|floor|stage|table|way|lane|lanes|car|cars|door|doors|story|storey|stories|bed|bedroom|bathroom|block|blocks|star|wheel|person|man|men|women|patients?|other|others|different|more|new|or|dogs?|cats?|friends|brothers?|sisters?|sons?|daughters?|boys?|girls?|of|times|accidents?|percent|hundred|thousand|million|jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

/** Words of living, sending or being somewhere, near before an address. */
export const placeCue =
  /\b(?:address(?:es)?|live[sd]?|living|resid(?:e|es|ed|ing)|located|stay(?:s|ing|ed)? at|moved? to|mail(?:ed|ing)?|ship(?:ped|ping)?|deliver(?:ed|y)?|send|sent|property|pharmacy|corner|intersection|directions|house|home is)\b/i;

/** A letter, a second number, or "and a half" behind a house number. */
const houseTail = "(?: ?[a-h](?![\\p{L}\\d'])|[-/]\\d{1,4}| 1/2| (?:and )?(?:an? |one |1 )?half)?";
const house = `(?<![\\w.$/:'-])\\d{1,6}${houseTail}`;
const nameWord = "(?:\\p{L}[\\p{L}'’.-]{0,24}|\\d{1,3}(?:st|nd|rd|th))";

function typed(types: string): RegExp {
  return new RegExp(
    `(?<house>${house})(?:,? (?:um|uh|er|erm|ah)(?=[ ,]))?(?<name>(?:,?[ \\n]{1,2}${nameWord}){1,5}?) (?<type>${types})(?![\\p{L}\\d'’])`,
    'giu',
  );
}

/** House number, name, type: "422 north maple street". */
export const strong = typed(strongTypes);
export const weak = typed(weakTypes);
export const loose = typed(looseTypes);

/** Streets that need a digit, each read on to the end of its address. */
export const numberedStreets: readonly Pattern[] = [
  // "12 rue de la paix".
  {
    name: 'street-foreign',
    regex: new RegExp(
      `(?<house>${house}),? (?:bis |ter )?(?:(?:rue|avenue|boulevard|chemin|place|quai|impasse|allée|route|calle|rua|via|piazza)(?<name> (?:de la|de|du|des|la|le|les|saint|del|della|da|do|das|dos)(?: [\\p{L}'’.-]{1,20}){1,2}| d['’][\\p{L}-]{2,20})|(?:rue|chemin|impasse|calle|rua|piazza|viale)(?: [\\p{L}'’.-]{2,20}){1,2})(?:,? \\d{1,4}(?![\\w/:-]))?`,
      'giu',
    ),
    score: 0.7,
  },
  // "7100 El Camino Real": Spanish names of streets in the Americas.
  {
    name: 'street-foreign',
    regex: new RegExp(
      `${house},? (?:(?:el )?camino|avenida|paseo|calle)(?: (?:de las?|de los|del?|las?|los|el))?(?: (?:san|santa|santo|don|rio))? [\\p{L}'’-]{2,20}(?![\\p{L}])`,
      'giu',
    ),
    score: 0.7,
  },
  // "10421 northwest 7 street".
  {
    name: 'numbered-street',
    regex:
      /(?<![\w.$/:'-])\d{2,6} (?:(?:north|south)(?:east|west)?|east|west|[ns][ew]?|[ew]) \d{1,3} (?:street|st|avenue|ave|court|ct|terrace|place|pl|lane|drive|road|way|calle|avenida)(?![\p{L}\d'])/giu,
    score: 0.75,
  },
  // "1200 county road 12", "88 old highway 9".
  {
    name: 'highway',
    regex:
      /(?<![\w.$/-])\d{1,6},? (?:(?:north|south|east|west|[nsew]|old|us|u\.s\.|state|county|farm to market|interstate) ){0,3}(?:highway|hwy|route|rte|road|fm|cr|interstate) (?:\d{1,4}[a-z]?|(?:double |triple )?[a-z]|([a-z])\1{1,2})(?![\w'])/gi,
    score: 0.65,
  },
  // "county road 418", "state route 9": a road that bears a number and whose it is.
  {
    name: 'numbered-road',
    regex:
      /(?<![\p{L}\d])(?:(?:old|us|u\.s\.|state|county|parish|township|ranch|forest|farm to market) ){1,2}(?:highway|hwy|route|rte|road) \d{1,5}[a-z]?(?![\w'])/giu,
    score: 0.6,
  },
  {
    name: 'box',
    regex:
      /(?<![a-z])(?:p\.? ?o\.?,? ?box|post(?:al)? office box|p\.? ?o\.? ?b\.?|private bag|mail ?box) ?(?:number )?(?:is |no\.? |#)?\d{1,6}(?!\d)/gi,
    score: 0.85,
  },
  {
    name: 'rural-route',
    regex:
      /\b(?:(?:psc|cmr|unit) \d{1,5},? box \d{1,5}\b|(?:r\.? ?r\.?|rural route|h\.? ?c\.?|star route) ?(?:#|number )?\d{1,3},? box ?#?\d{1,5}\b)/gi,
    score: 0.8,
  },
];

/** "Maple Street", with its capitals. */
export const namedStreet: Pattern = {
  name: 'street-name',
  regex:
    /(?<![\p{L}\d'])(?:(?:\p{Lu}[\p{L}'’.-]{1,20}|\d{1,3}(?:st|nd|rd|th)) ){1,3}(?:Street|Avenue|Ave|Boulevard|Blvd|Road|Rd|Lane|Drive|Terrace|Crescent|Parkway|Highway)(?!\p{L})/gu,
  score: 0.55,
};

export const unitAlone: Pattern = {
  name: 'unit',
  regex:
    /\b(?:apt|apartment|suite|ste)\.? ?(?:number |no\.? )?#?(?:\d{1,10}[a-z]?|[a-z]-?\d{1,4})(?![\p{L}\d'])/giu,
  score: 0.6,
};

/** "IL 62704"; the city is read back from there. */
export const stateZip = new RegExp(
  `(?<![\\p{L}\\d'])${stateCodeSource}[\\s,.]{1,3}${zipSource}(?![\\w%]|[.,-]\\d)`,
  'gu',
);

/** The end of "Lindenstrasse 15" or "Linden Platz 4"; the name is read back from there. */
export const joined = new RegExp(
  `(?<ending>${joinedEndings})\\.?[ ,]{1,2}\\d{1,4}(?:[-/]\\d{1,3})?[a-z]?(?![\\w'/:])`,
  'giu',
);

/** "Via Verdi 12", "rua das flores, 31". */
export const leading = new RegExp(
  `(?<![\\p{L}\\d])(?<type>${leadingTypes})\\.?(?<name>(?: [\\p{L}'’.-]{1,20}){1,4}?),? (?:n[o°º.]{1,2} ?)?(?<house>\\d{1,5}[a-z]?)(?![\\w'/:])`,
  'giu',
);

/** "dirección IP", put into English word by word, is no postal address. */
const beforeValue =
  '[\\s:,\'"]{1,4}(?!(?:ip|mac|web|url|e-?mail|electr[oó]nic[oa])(?![\\p{L}\\d]))(?=[\\p{L}\\d])';

/** "my address is …"; the street begins where the match ends. */
export const addressIs = new RegExp(
  `(?<!mail |ip |mac |web |url |site |internet )\\b(?:addr(?:ess(?:es)?)?|street(?: name)?(?= is|'s| was))(?: on file)?(?:[\\s:,]{1,3}(?:is|at|was|to|it's|that's|now|will|be|should|read|reads|as|um|uh|with|the|for|him|her|me|them)\\b){0,5}${beforeValue}`,
  'giu',
);

/** "lives at …", "send the letter to …", "our office is at …". */
export const placedAt = new RegExp(
  `\\b(?:live[sd]?|living|reside[sd]?|residing|located|staying|moved|moving|mail(?:ed)?|sen[dt]|ship(?:ped)?|deliver(?:ed)?|should go|(?:office|store|shop|house|home|clinic|practice|building|apartment|headquarters|place|pharmacy|residence) is)(?: (?:it|this|that|them|back|here|there|still|now|over|um|uh|the \\w{1,16}|my \\w{1,16}|a \\w{1,16} \\w{1,16})){0,2} (?:at|to)${beforeValue}`,
  'giu',
);

/** "located on …". */
export const placedOn = new RegExp(
  `\\b(?:(?:live[sd]?|living|located|situated|stay|stays|staying|residing) (?:on|in|at)|(?:live[sd]?|living|grew up|raised|house|home|place|apartment|office|we're|moved)(?: (?:over|up|down|out|back|right))? (?:on|off|onto))${beforeValue}`,
  'giu',
);

/** A street name with its type and no number, at one place. */
export const nameAndType = new RegExp(
  `(?<name>(?:\\p{L}[\\p{L}'’.-]{1,24} ){1,3}?)(?:${strongTypes}|${weakTypes}|${looseTypes})(?![\\p{L}\\d'’])`,
  'iuy',
);

/** What asks for an address. */
export const addressQuestion =
  /(?<!mail |ip |web |mac )\baddress|\bwhere (?:do|does|did|are) (?:you|he|she|they|the patient) (?:currently |now )?(?:liv|stay|resid)|\b(?:what|which|your|the|on) street\b.{0,30}\?|\bwhere (?:should|can|do|are|is|would|shall|must) (?:we|i|you|they|the \w{1,12}|it) (?:like )?(?:us )?(?:to )?(?:be )?(?:send|sending|sent|mail|mailing|ship|shipping|deliver|delivering|want|go|going|picking|pick)/i;
