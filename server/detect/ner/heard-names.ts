import type { Detection } from '../../domain/detection.ts';
import { acknowledgingWords } from '../../domain/speech/dictation-words.ts';
import { monthWord, neverName, numberWord } from '../vocabulary/value-words.ts';
import { functionWords, furtherFunctionWords } from '../vocabulary/words.ts';
import { wordAsName } from './told-name.ts';

/** A question for nothing but a name, or for who somebody is. */
const asks =
  /\b(?:c[óo]mo se llama|su (?:nombre|apellido)|nombre (?:completo|del paciente|de la paciente)|con qui[ée]n (?:hablo|tengo)|qui[ée]n (?:habla|l[oea]s? (?:cuida|trae|lleva|atendi[óo]|vio|mand[óo])|se lo|es su)|a qui[ée]n (?:llam|avis)\p{L}{1,6}|contacto de emergencia|apellido|(?:your|patient's|his|her) (?:first |full |last )?name|(?:the|first|full|last|middle|maiden) name|who am i speaking (?:with|to)|who's calling|emergency contact|next of kin|who (?:takes care|prescribed|referred|ordered|should we|can we|do you see|did you see|will be|is your|is the)|who's (?:your|the|bringing|picking|this|she|he)|(?:who|which doctor) (?:is it|is this|was it|does (?:he|she) see|did you see)|(?:what|and the) (?:first|last)|what about the (?:new )?(?:girl|guy|nurse|lady)|qu[ée] doctora?)(?!\p{L})[^.?!]{0,60}[.?!]?\s*$/iu;
/** "did you say …", "me sale …": what was understood of an answer, up to its end or the question behind it. */
const heard =
  /^\s*(?:(?:okay|ok|sorry|i'm sorry|um|uh|eh|and|so|perd[oó]n|disculpe|bueno|aquí|aqu[ií] solo),? ){0,3}(?:did you say|you said|i heard|(?:usted )?dijo|escuch[eé]|entend[ií]|l[oa] tengo como|(?:me sale|aparece)(?: (?:nada más|solo|como))?) (?<value>\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*){0,3}?)(?=[\s.?!]*$|,? (?:is that|could you|can you|please|right|correct|es correcto|es usted|verdad|cierto|me lo|lo puede)(?!\p{L}))/diu;

/** The name that a turn reads back, right or wrong, when `askedBefore`, the turn before the answer, asked for it. */
export function heardNames(text: string, askedBefore: string): readonly Detection[] {
  const match = asks.test(askedBefore.slice(-200)) ? heard.exec(text) : null;
  const words = match?.groups?.['value']?.toLowerCase().split(' ') ?? [];
  const [start, end] = match?.indices?.groups?.['value'] ?? [0, 0];
  const isName =
    words.length > 0 &&
    !words.some((word) => word.length > 1 && isNoName(word)) &&
    words.some((word) => word.length > 2);
  return isName ? [wordAsName(start, end)] : [];
}

/** Whether a word in lower case answers no question for a name. */
const isNoName = (word: string): boolean =>
  functionWords.has(word) ||
  furtherFunctionWords.has(word) ||
  acknowledgingWords.has(word) ||
  [neverName, numberWord, monthWord].some((one) => one.test(word));
