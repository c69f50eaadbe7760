import { allMatches } from '../../../domain/all-matches.ts';
import type { Detection, Span } from '../../../domain/detection.ts';

const count = '(?:an?|one|two|three|double|just one|only one|no)';
const letter = "(?<value>\\p{L})(?:['’]?s)?(?![\\p{L}\\p{N}'’]|\\.\\p{L})";
const end =
  "(?=[,.?!;]|\\s*$|['’]?s\\b| (?:or|and|not|no|like|as|at the|in the|instead|on the|my|please|i think)\\b)";
/** "is that with a g or a j", "spelled with two l's". */
const asked = new RegExp(
  `\\b(?:(?:is|was) (?:that|it|this)|spelled|spelt|spell (?:it|that)|written) (?:with|without) ${count} ${letter}${end}`,
  'dgiu',
);
/** "or a j" behind the letter that was asked for. */
const otherLetter = new RegExp(
  `^(?:['’]?s)? (?:or|not|and)(?: with)? (?:${count} )?${letter}${end}`,
  'diu',
);
/** "elena with an e or an a"; one letter, however often the name has it ("with two l's"), tells nobody the name. */
const ofName = new RegExp(
  `^['’]?[,.]? (?:it's |that's |spelled )?(?:with|without) ${count} ${letter}(?=(?:['’]?s)? (?:or|not)\\b)`,
  'diu',
);
/** "r r i a two r's". */
const amongLetters = new RegExp(
  `(?:(?<!\\p{L})\\p{L} ){3}(?:with )?(?:one|two|double) ${letter}${end}`,
  'dgiu',
);
/** "raymond t". */
const initial =
  /^ (?<value>[b-hj-np-rt-xz])(?=\.?(?:\s*$|[,.]\s)| (?:and|he|she|his|her|date of birth|born|who|that's|is (?:that|this|it)|but|pero|y|im|i'm)\b)/di;
/** "d quintanilla", "r v fontaine". */
const initialsBefore =
  /(?<!(?<!\p{L})(?:\p{L}|\p{N}|vitamin|hepatitis|type|grade|group|plan|part|unit|room|building|suite|apartment|apt|wing|option|section|letter|letra|an?|una?|the|la|con|with|i|you|he|she|we|they|it|who|that) )(?<![\p{L}\p{N}'’.-])(?<value>[b-df-hj-np-tv-xz](?: [b-df-hj-np-tv-xz])?) $/diu;
/** Letters that stand behind a name and are none of it: "hepatitis b", "room d". */
const named =
  /\b(?:hepatitis|vitamin|type|grade|group|plan|part|unit|room|building|suite|apartment|apt|wing|option|section)$/i;

const score = 0.8;
const detector = 'ner.context';
const reach = 40;

/**
 * Letters that speakers give or discuss of a name: "is that with a g or a j", "xiomara with an x", and the initial behind
 * one of the `names`.
 */
export function lettersOfNames(text: string, names: readonly Detection[]): readonly Detection[] {
  if (!/(?<!\p{L})\p{L}(?!\p{L})/u.test(text)) return [];
  const lone = [asked, amongLetters].flatMap((pattern) =>
    allMatches(text, pattern).map(({ indices }) => valueSpan(indices, 0)),
  );
  const behind = names.flatMap((name) => behindName(text, name));
  const first = [...lone, ...behind].filter((span) => span !== undefined);
  const others = first.flatMap(([, to]) => {
    const found = otherLetter.exec(text.slice(to, to + reach));
    return found === null ? [] : [valueSpan(found.indices, to)];
  });
  return [...first, ...others]
    .filter((span) => span !== undefined)
    .map(([start, to]) => ({ kind: 'NAME', start, end: to, score, detector }));
}

function behindName(text: string, { start, end: to }: Detection): (Span | undefined)[] {
  const said = text.slice(start, to);
  const trail = text.slice(to, to + reach);
  const isWord = /\p{L}{2}$/u.test(said) && !named.test(said);
  const found = ofName.exec(trail) ?? (isWord ? initial.exec(trail) : null);
  const from = Math.max(0, start - reach);
  const before = /^\p{L}{3}/u.test(said) ? initialsBefore.exec(text.slice(from, start)) : null;
  return [
    ...(found === null ? [] : [valueSpan(found.indices, to)]),
    ...(before === null ? [] : [valueSpan(before.indices, from)]),
  ];
}

function valueSpan(indices: RegExpIndicesArray | undefined, from: number): Span | undefined {
  const span = indices?.groups?.['value'];
  return span === undefined ? undefined : [from + span[0], from + span[1]];
}
