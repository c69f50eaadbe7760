import { allMatches } from '../../domain/all-matches.ts';
import type { Detection } from '../../domain/detection.ts';
import { isKin } from '../vocabulary/kin.ts';
import { letterWord, monthWord, neverName, numberWord } from '../vocabulary/value-words.ts';
import { functionWords, spanishFunctionWords } from '../vocabulary/words.ts';
import { namesOf } from './name-words.ts';

const detector = 'ner.context';
const score = 0.9;

const animals =
  'dog|doggy|puppy|pup|cat|kitty|kitten|bunny|rabbit|hamster|parrot|bird|horse|pony|beagle|poodle|lab|labrador|terrier|bulldog|shepherd|pit ?bull|chihuahua|dachshund|retriever|tabby|ferret|guinea pig|turtle|tortoise|goat';
const animales =
  'perr[oa]|perrit[oa]|gat[oa]|gatit[oa]|cachorr[oa]|mascota|loro|perico|conej[oa]|caballo|yegua|h[áa]mster|tortuga|chihuahua|pit ?bull|labrador|poodle';
const word = '(?<value>\\p{L}{3,14})';
const end = "(?![\\p{L}\\d’-]|'(?!s\\b))";

const capital = '(?<value>\\p{Lu}\\p{Ll}{1,14})';
const kinOrFriend =
  'husband|wife|son|daughter|brother|sister|mom|mother|dad|father|grandma|grandpa|grandmother|grandfather|boyfriend|girlfriend|partner|cousin|nephew|niece|grandson|granddaughter|friend|neighbou?r|aunt|uncle|boss|driver|caregiver|aide';
const pariente =
  'espos[oa]|marido|mujer|hij[oa]|herman[oa]|mam[áa]|pap[áa]|madre|padre|abuel[oa]|novi[oa]|prim[oa]|sobrin[oa]|niet[oa]|cuñad[oa]|suegr[oa]|yerno|nuera|t[íi][oa]|vecin[oa]|amig[oa]|jef[ea]|cuidadora|mayordomo';

const places =
  'clinic|cent(?:er|re)|office|desk|line|health|care|pharmacy|medical|medicine|group|triage|team|services|department|hospital|intake|associates|program|billing|scheduling|dental|surgical|therapy|lab|unit|floor|records|study|bank';

const patterns: readonly RegExp[] = [
  // "calling about mango the dog", "mango our beagle"
  new RegExp(
    `(?:^|[,.?!] ?|(?<!\\p{L})(?:about|for|with|sorry|it's|this is|bring|named|called|is) )${word},? (?:the|my|our|he's (?:a|my|our)|she's (?:a|my|our))(?: \\p{L}{3,8})? (?:${animals})s?(?!\\p{L})`,
    'dgiu',
  ),
  // "our dog is called mango", "the cat's name is mango"
  new RegExp(
    `(?<!\\p{L})(?:my|our|his|her|the|a) (?:\\p{L}{3,8} )?(?:${animals})(?:['’]s name(?: is|['’]s)| is (?:named|called)|,? (?:named|called)) ${word}${end}`,
    'dgiu',
  ),
  // "por mango el perro", "mi gata que se llama mango"
  new RegExp(
    `(?:^|[,.?!] ?|(?<!\\p{L})(?:por|para|de|es|con|soy|llama) )${word},? (?:el|la|mi|nuestr[oa]) (?:${animales})(?!\\p{L})`,
    'dgiu',
  ),
  new RegExp(
    `(?<!\\p{L})(?:mi|el|la|un|una|nuestr[oa]) (?:${animales})(?:,? (?:que )?se llama|,? llamad[oa]| le decimos) ${word}${end}`,
    'dgiu',
  ),
  // "triage this is calliope how can i help", "thanks for calling the milk bank, this is Sojourner."
  new RegExp(
    `\\b(?:this is|you have) ${word} (?=how (?:can|may) i|speaking\\b|what can i|can i help|may i help)`,
    'dgiu',
  ),
  new RegExp(
    `(?:^|[.?!] )(?:thank(?:s| you) for (?:calling|holding|waiting)|good (?:morning|afternoon|evening)|hello|hi)\\b[^.?!]{4,80}?[ ,.!]this is ${word}(?=[.!]?\\s*$)`,
    'dgiu',
  ),
  new RegExp(
    `\\b(?:${places}),? (?:hi,? |hello,? )?(?:this is|you've got|is this) ${word}(?=[.!?]?\\s*$)`,
    'dgiu',
  ),
  new RegExp(`(?:^|[.?!,] |\\b(?:${places}|tech),? )${word} speaking(?=[.!]?\\s*$)`, 'dgiu'),
  /(?<!\p{L})(?:le|te) (?:habla|atiende|acompaña|saluda|asiste) (?<value>\p{L}{3,14})(?!\p{L})/dgiu,
  // "my aunt verbena said bleach", "nurse practitioner bellweather"
  new RegExp(
    `\\b(?:my|his|her|our|your) (?:aunt|auntie|uncle|cousin|(?:brother|sister)(?:[ -]in[ -]law)?|niece|nephew|grandson|granddaughter|neighbou?r|friend|roommate|caregiver|aide),? ${word},? (?=(?:said|says|called|calls|told|has|had|lives|came|brought|gave|drove|drives|takes|took|thinks|watches|helps)\\b)`,
    'dgiu',
  ),
  new RegExp(
    `(?:(?<!\\b(?:an?|the|any|your|our) )\\b(?:nurse practitioner|physician assistant)|\\b(?:lady named|guy named|woman named|man named|girl named|nurse named|someone named|somebody named|kid named|doctor named)) ${word}(?![\\p{L}\\d-])`,
    'dgiu',
  ),
  // "Her son Fue interprets", "por el trabajo de Gilbert, mi esposo."
  new RegExp(
    `(?<!\\p{L})(?:(?:[Mm]y|[Hh]is|[Hh]er|[Oo]ur|[Yy]our) (?:${kinOrFriend})|(?:[Mm]i|[Ss]u|[Tt]u) (?:${pariente})) ${capital}${end}`,
    'dgu',
  ),
  new RegExp(
    `(?<=\\p{Ll} )${capital}, (?:(?:my|his|her|our) (?:${kinOrFriend})|(?:mi|su) (?:${pariente}))(?=[,.?!]|\\s*$)`,
    'dgu',
  ),
  // "last name adhikari first name tika middle ram"
  new RegExp(
    `\\b(?:first|last) name(?: is|['’]s|,)? (?:\\p{L}{2,14} ){1,2}(?:and (?:the )?)?middle(?: name)?(?: is|['’]s|,)? ${word}(?=[,.?!]|\\s*$| (?:and|last|first|date|born|with|my|i|i'm|that's|it's)\\b)`,
    'dgiu',
  ),
  // "people call me temo"
  new RegExp(
    `\\b(?:people|everyone|everybody|friends|folks|family|they|kids)(?: just| all| always| usually)? calls? me ${word}(?=[,.?!]|\\s*$| (?:but|and|for short|so|or)\\b)`,
    'dgiu',
  ),
  // "todo el mundo me dice cuca"
  new RegExp(
    `(?<!\\p{L})(?:todo el mundo|todos|mi familia|mis (?:amigos|amigas|hijos|nietos|primos)|en (?:la )?casa)(?: ya| siempre| nom[áa]s)? me (?:dicen?|llaman?|conocen? (?:como|por)) ${word}(?=[,.?!]|\\s*$| (?:pero|y|porque|así|de cariño)(?!\\p{L}))`,
    'dgiu',
  ),
  // "if barb answers just leave a message"
  new RegExp(
    `\\b(?:if|when|unless) ${word} (?:answers|picks up)(?=[,.?!]|\\s*$| (?:the phone|it|just|tell|you|please|that|and|ask|hang|leave)\\b)`,
    'dgiu',
  ),
  // "and your date of birth miss crumb", "sí doña reme"
  new RegExp(
    `\\b(?:birth|birthday|number|name|phone|address|yes|hello|hi|thanks|thank you|morning|afternoon|evening),? (?:miss|missus|mister) ${word}(?: \\p{L}{3,14})?(?=[.?!]?\\s*$)`,
    'dgiu',
  ),
  /(?<!\p{L})(?:don|doña) (?<value>\p{L}{3,14})(?=[,.?!]|\s*$| (?:qué|me|le|se|nos|no|sí|ya|y|que|está|tiene|con|para|dígame|su|la|el)(?!\p{L}))/dgiu,
  // "middle initial q", "la inicial es t"
  /(?<!\p{L})(?:middle|last|first|second|his|her|my|your) initials?(?: is|['’]s|,|:)? (?<value>\p{L})(?![\p{L}\p{N}’']|\.\p{L})/dgiu,
  /(?<!\p{L})inicial(?: del segundo nombre| del apellido)?(?: es)?(?: la)? (?<value>[b-df-npqr-xzñ])(?![\p{L}\p{N}])/dgiu,
];

const isWord = (said: string): boolean =>
  functionWords.has(said) ||
  spanishFunctionWords.has(said) ||
  isKin(said) ||
  [neverName, numberWord, monthWord, letterWord].some((one) => one.test(said));
const notNamed =
  /^(?:walk|feed|bit|bite|brought|call(?:ed|ing)?|wash|lost|love|bring|taking|take|named?|hurt|paid|para|traje|llev[éeo]|sac[oéa]|vacun\p{L}+|visit|surgery|appointment|besides|beside|like|only|where|when|while|with|food|shots?|medicine|comida|cita|medicina|because|since|sorry|morning|afternoon|thanks|urgent|correct|great|good|right|fine|crazy|hard|nice|awful|wrong|important|personal|private|spanish|english|virtual|automated|regarding|concerning|everything|perfect|ridiculous|new|different|also|never|always|still|really|actually|finally|usually|probably|almost|already|only|even|ever|once|recently|bien|mal|mire|mira|oiga|dígame|permítame|espere|disculpe|perd[oó]n|bueno|buenas|verdad|usted|ustedes|alguien|su|nuestr[oa]|tu|who|whose|that|pharmacist|scheduling|billing|receptionist|reception|admissions|intake|pharmacy|registration|records|radiology|customer|support|anyone|nobody|names|daily|weekly|today|tomorrow|tonight|collect|anytime|later|instead|first|soon|stubborn|lucky|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|medicare|medicaid|tricare|facebook|god|dios|lunes|martes|jueves|viernes|mrs|mr|ms|dra?|sra?)$/iu;

/** "may like the month": who explains a word so says it as a name. */
const explained =
  /(?<!\p{L})(?<value>\p{L}{2,13}),? (?:just )?(?:like|as in) the (?:month|season|flower|word|colou?r|virtue|bird|tree|verb|car|city|state|spice|stone|plant|time of (?:day|year))(?!\p{L})/dgiu;

/** Names that what stands around them introduces: animals, initials, names that are words and explained as such. */
export function introducedNames(text: string): readonly Detection[] {
  const said = patterns.flatMap((pattern) =>
    allMatches(text, pattern).flatMap(({ indices, groups }) => {
      const lower = groups?.['value']?.toLowerCase() ?? '';
      const isNone = lower.length > 1 && (isWord(lower) || notNamed.test(lower));
      return isNone ? [] : nameAt(indices);
    }),
  );
  const told = allMatches(text, explained).flatMap(({ indices, groups }) =>
    namesOf(groups?.['value']?.toLowerCase() ?? '') === undefined ? [] : nameAt(indices),
  );
  return [...said, ...told];
}

function nameAt(indices: RegExpIndicesArray | undefined): Detection[] {
  const [start, end] = indices?.groups?.['value'] ?? [0, 0];
  return end > start ? [{ kind: 'NAME', start, end, score, detector }] : [];
}

const wordBefore = /(?<![\p{L}\p{N}'’-])(?<value>\p{L}{3,13}) $/u;
/** What may be a verb ahead of a name: "will smith be there", "hope ana is well". */
const verb =
  /^(?:hope|will|may|can|mark|bill|chase|drew|grant|art|rich|rob|sue|pat|miles|honor|love|dear|doctor|des)$/i;

/** "de segundo manuel chimborazo": a given name, where it counts nothing. */
const segundo =
  /(?:^|(?<!\p{L})(?:de|es|soy|para|a|paciente|señor|don|llam[ao]) )(?<value>segundo) $/iu;

/** Surnames of `names` with the given name before them that is an ordinary word: "a grace @", "patience @". */
export function withWordBefore(text: string, names: readonly Detection[]): readonly Detection[] {
  const surnames = names.filter(({ start, end: to }) => !/\s/.test(text.slice(start, to)));
  const seconds = names.filter(({ start }) => segundo.test(text.slice(0, start).slice(-24)));
  const behindSegundo = seconds.map(
    (one): Detection => ({ ...one, start: one.start - 'segundo '.length, score, detector }),
  );
  const behindGiven = surnames.flatMap((one) => {
    const from = Math.max(0, one.start - 16);
    const given = wordBefore.exec(text.slice(from, one.start))?.groups?.['value'] ?? '';
    const lists = namesOf(given.toLowerCase()) ?? [];
    const isGiven = lists.includes('timeless') && lists.includes('greeted') && !verb.test(given);
    if (!isGiven || text.startsWith(given, one.start)) return [];
    return [{ kind: 'NAME', start: one.start - given.length - 1, end: one.end, score, detector }];
  });
  return [...behindSegundo, ...behindGiven];
}
