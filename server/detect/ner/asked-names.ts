import type { Detection } from '../../domain/detection.ts';
import { namesOf } from './name-words.ts';

/** A question for nothing but a name, or for who somebody is. */
const asks =
  /\b(?:c[óo]mo se llama|su (?:nombre|apellido)|nombre (?:completo|del paciente|de la paciente)|con qui[ée]n (?:hablo|tengo)|qui[ée]n (?:habla|l[oea]s? (?:cuida|trae|lleva|atendi[óo]|vio|mand[óo])|se lo|es su)|a qui[ée]n (?:llam|avis)\p{L}{1,6}|contacto de emergencia|apellido|(?:your|patient's|his|her) (?:first |full |last )?name|(?:the|first|full|last|middle|maiden) name|who am i speaking (?:with|to)|who's calling|emergency contact|next of kin|who (?:takes care|prescribed|referred|ordered|should we|can we|do you see|did you see|will be|is your|is the)|who's (?:your|the|bringing|picking))(?!\p{L})[^.?!]{0,60}[.?!]?\s*$/iu;
const lead =
  "(?:(?:sí|si|es|soy|con|a|sería|me llamo|se llama|mi nombre es|casi siempre|mostly|usually|just|yes|yeah|sure|it's|it is|that's|that is|that would be|it would be|this is|my name is|my name's|(?:his|her) name is|i'm|doctor|dr\\.?|um|uh|eh|este|bueno|pues),? ){0,3}";
const answer = new RegExp(
  `^\\s*${lead}(?<first>\\p{L}{2,13})(?: (?<second>\\p{L}{2,13}))?(?![\\p{L}\\p{N}'’-])`,
  'diu',
);
const closes =
  /^(?:[\s.,!?]*$|[,.] | (?:and|y|my|mi|she|he|she's|he's|ella|él|creo|i think|sometimes|on the|spelled|with an?)(?!\p{L}))/iu;

/** A name that is an ordinary word, as the answer to one of the questions for a name, or there before a name of `found`. */
export function askedNames(
  text: string,
  questions: readonly string[],
  found: readonly Detection[],
): readonly Detection[] {
  const isAsked = questions.some((question) => asks.test(question.slice(-200)));
  const match = isAsked ? answer.exec(text) : null;
  const [start, end] = match?.indices?.groups?.['first'] ?? [0, 0];
  const [, secondEnd] = match?.indices?.groups?.['second'] ?? [0, 0];
  const isName = (word = ''): boolean => namesOf(word.toLowerCase()) !== undefined;
  if (match === null || start === end || !isName(match.groups?.['first'])) return [];
  const name = (to: number): Detection[] => [
    { kind: 'NAME', start, end: to, score: 0.9, detector: 'regex.word-name' },
  ];
  if (secondEnd > 0 && isName(match.groups?.['second']) && closes.test(text.slice(secondEnd)))
    return name(secondEnd);
  const isNamed = found.some(({ kind, start: at }) => kind === 'NAME' && at === end + 1);
  return isNamed || closes.test(text.slice(end)) ? name(end) : [];
}
