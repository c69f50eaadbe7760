import type { Span } from '../../domain/detection.ts';
import { languages } from '../../normalize/languages/covered.ts';
import { isFunctionWord } from '../vocabulary/value-words.ts';
import { bitsOf, type Lexicon, lexiconBits } from './lexicon.ts';
import { wordForm } from './word-features.ts';

/** "thanks for calling bayline", "welcome to bayline", "you've reached bayline": only a place comes next. */
const placed =
  /\b(?:for (?:calling|choosing|contacting)|welcome to|(?:have|['’]ve) reached|through to|(?:provider|nurse|billing|pharmacy|help) line (?:for|at)) $/i;
/** "gracias por llamar a puentes cómo le puedo ayudar": a place, even where the word is a surname as well. */
const further = languages.flatMap(({ nameSentences }) => nameSentences ?? []);
/** "good morning bayline", "hello this is bayline": a place or a person. */
const greeted =
  /^(?:(?:hello|hi|hey|good (?:morning|afternoon|evening))[,.]? )?(?:(?:this is|it['’]s) )?$/i;
/** What follows where somebody calls: "how can I help you". */
const served =
  /^(?:[.,!]? (?:how (?:can|may)|(?:can|may) (?:i|we) help|what can|what['’]s going on|front desk|referrals|scheduling|billing|automated)|['’]s )/i;
const continued =
  /^(?:['’]s |[.,!]? (?:are you|how (?:can|may)|(?:this|it) is|i['’]m|we['’]re|what|who|(?:can|may) i|my name|if you|please|where|your call|front desk|referrals))/i;
const nextWord = /^ (\p{L}+)/u;
const reach = 60;

const { firstName, surname, word, common } = lexiconBits;

/**
 * Whether what a text has at a span is the name of the place that was called, for it is announced as one and its last word
 * is in no list of names: "thanks for calling magnolia bend how can i help", with or without "bend" in the span.
 */
export function isAnnouncedPlace(text: string, [start, end]: Span, lexicon: Lexicon): boolean {
  const lead = text.slice(Math.max(0, start - reach), start);
  const welcome = further.find(({ welcomed }) => welcomed.test(lead));
  if (welcome !== undefined) return welcome.afterWelcome.test(text.slice(end, end + reach));
  const isPlaced = placed.test(lead);
  if (!isPlaced && !greeted.test(text.slice(0, start))) return false;
  const next = nextWord.exec(text.slice(end, end + reach))?.[1];
  const ends = next === undefined || isFunctionWord(next) ? [end] : [end, end + 1 + next.length];
  return ends.some((last) => {
    const trail = text.slice(last, last + reach);
    const said = text.slice(start, last);
    const bits = bitsOf(lexicon, wordForm(said.slice(said.lastIndexOf(' ') + 1)));
    if ((bits & (firstName | surname)) !== 0) return false;
    // Where a person may be greeted, a word of the dictionary alone is a place.
    return isPlaced
      ? continued.test(trail) || /\bwelcome to $/i.test(lead)
      : (bits & (word | common)) !== 0 && served.test(trail);
  });
}
