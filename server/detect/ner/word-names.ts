import { allMatches } from '../../domain/all-matches.ts';
import type { Detection } from '../../domain/detection.ts';

/** Given names that are words, which the model leaves alone in most places. */
const months = 'april|may|june|august';
const seasons = 'summer|autumn|winter';
const nouns =
  'hope|grace|joy|faith|rose|ruby|pearl|violet|ivy|hazel|holly|daisy|lily|iris|jasmine|dawn|amber|crystal|ginger|sandy|sage|robin|jade|sky|skye|star|melody|harmony|destiny|heaven|trinity|serenity|genesis|angel|precious|charity|mercy|honor|justice|ray|dean|hunter|mason|parker|dallas|austin|phoenix|brooklyn|reed|rusty|glen|cliff|heath|dale|earl|duke|rocky|buddy|sonny';
/** Those that are verbs as well. */
const verbs = 'will|mark|chase|bill|drew|grant|max|frank|miles|rich|pat|sue|rob|jack|art|gene';

/** Those that are no words of Spanish, nor places. */
const inSpanish =
  'hope|grace|joy|faith|summer|autumn|april|june|dawn|hunter|dean|chase|heaven|destiny|ruby|ivy|daisy|hazel|robin';

const englishWordNames = `${months}|${seasons}|${nouns}|${verbs}`;
const greeting =
  "thanks(?: so much| a lot)?|thank you(?: so much| very much)?|hi(?: there)?|hello|hey|bye|goodbye|sorry|(?:i'm )?so sorry|no problem|no worries|you're welcome|welcome(?: back)?|good (?:morning|afternoon|evening)|nice to meet you";
const nod =
  'okay|ok|all ?right|alright|perfect|great|good|got it|sure|of course|absolutely|wonderful|awesome|yes|yeah|no|right|understood|gotcha';
const begins = '(?:^|[.?!] {1,2})(?:(?:um|uh|oh|and|so|well),? )?';
/** How a sentence goes on behind the name of the one who is spoken to. */
const goesOn =
  "how|what|what's|when|where|which|let|let's|i'll|i've|i'm|i have|i see|can|could|do you|does|did|are|bye|have a|give me|one (?:moment|second|sec)|hold on|we'll|your|and (?:what|what's|your|do|can|how|is|are|when|the)";

const value = (names: string): string => `(?<value>${names})`;
/** The name closes the sentence, or a new one begins behind it. */
const closes = `(?=[,.?!]|\\s*$| (?:${goesOn})\\b)`;

const patterns: readonly RegExp[] = [
  // "thanks summer is the eye painful", "hi hope this is the clinic".
  new RegExp(
    `${begins}(?:${greeting}),? (?!may i\\b)${value(`${months}|${seasons}|${nouns}`)}(?=[,.?!]|\\s*$| (?:${goesOn}|this is|is (?:the|your|this|that|it|there|she|he))\\b)`,
    'dgi',
  ),
  // "okay rose and do you have insurance".
  new RegExp(`${begins}(?:${nod}),? ${value(nouns)}${closes}`, 'dgi'),
  // "okay june let me see": a month or a verb only where the sentence cannot be about it.
  new RegExp(
    `${begins}(?:${nod}|${greeting}),? (?!may i\\b)${value(`${months}|${seasons}|${verbs}`)}(?= (?:let me|let's|i'll|i've|i'm|i have|i see|can you|could you|do you|how are|what's|have a|bye)\\b)`,
    'dgi',
  ),
  // "And your birthday, please, May?"
  new RegExp(
    `\\b(?:please|thank you|thanks|one (?:moment|second|sec)|bear with me|hold on|you there), ${value(englishWordNames)}(?=[.?!]|\\s*$)`,
    'dgi',
  ),
  // "That's Dean's, mine ends in …".
  new RegExp(
    `\\b(?:that|it|this|which|appointment|number|phone|card|account|one|bill|record)(?:'s| is| was) ${value(`${nouns}|${verbs}`)}(?=['’]s(?:[,.?!]|\\s*$| (?:not|and mine|number|phone|cell|account|card|insurance|appointment|birthday|date)\\b))`,
    'dgi',
  ),
  // "April born in June".
  new RegExp(
    `(?<!\\b(?:in|of|last|this|next|since|by|late|early|mid|and|or|to) )\\b${value(`${months}|${seasons}|${nouns}`)},? (?:was |who was )?born\\b`,
    'dgi',
  ),
  // "claro joy a qué número", "pregunte por hope": in Spanish they are no words.
  new RegExp(
    `(?:${begins}(?:gracias|claro(?: que s[ií])?|hola|bueno|perfecto|listo|disculpe|perd[oó]n|mucho gusto),?|\\b(?:pregunt\\w{1,4} por|hablar con|soy|se llama|o por|o con)) ${value(inSpanish)}(?![\\p{L}\\d'’])`,
    'dgiu',
  ),
  // "you can call me joy".
  new RegExp(
    `\\bcall me ${value(`${nouns}|${seasons}|april|june`)}(?=[,.?!]|\\s*$| (?:please|everybody|everyone|for short)\\b)`,
    'dgi',
  ),
  // "my nurse was Hazel something": the caller forgot the rest.
  new RegExp(
    `\\b${value(`${months}|${seasons}|${nouns}`)} something(?=[,.?!]|\\s*$| (?:or|i|maybe|she|he)\\b)`,
    'dgi',
  ),
];

/** As a pattern it outranks the date of birth that a month could be. */
const detector = 'regex.word-name';
const score = 0.9;

/** Names that are ordinary words, where only a name can stand: behind a greeting, before "born". */
export function wordNames(text: string): readonly Detection[] {
  return patterns.flatMap((pattern) =>
    allMatches(text, pattern).flatMap(({ indices }) => {
      const [start, end] = indices?.groups?.['value'] ?? [0, 0];
      return end > start ? [{ kind: 'NAME', start, end, score, detector }] : [];
    }),
  );
}
