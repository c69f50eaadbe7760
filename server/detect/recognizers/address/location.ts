import { matchesOf, type Pattern } from '../../view/pattern.ts';
import type { Match, Recognizer, View } from '../../view/recognizer.ts';
import { capitalsBefore, wordsBefore } from '../../view/text.ts';
import { inLanguages } from '../../vocabulary/in-languages.ts';
import { functionWords } from '../../vocabulary/words.ts';
import { ambiguous, type Place, places } from './gazetteer.ts';

const preposition =
  /\b(?:in|en|from|desde|near|at|outside|around|through|of|to|via|downtown|visit(?:ed|ing)?|left|live in|city of|town of|state of|county of)(?: (?:north|south|east|west|northern|southern|eastern|western|downtown|upstate|beautiful|sunny))? $/i;
const townEndings =
  'Bluffs?|Springs?|Falls|City|Beach|Heights|Lakes?|Valley|Creek|Hills?|Grove|Point|Rapids|Junction|Ridge|Harbor|Island|Mills|Rock|River|Bay|Haven|Forks?|Woods|Prairie|Mound|Landing|Crossing|Ferry|Shores|Hollow|Gap|Fork|Buckle|Summit|Meadows?|Corners?|Oaks?|Pines?|Town|Village';
/** "in Council Bluffs", "from Cedar Springs": two words, the second as towns end. */
const town: Pattern = {
  name: 'town',
  regex: new RegExp(
    `\\b(?:in|from|near|to|of|outside|around|at) (?<value>(?:\\p{Lu}[\\p{L}'’-]{1,20} ){1,2}(?:${townEndings}))(?![\\p{L}\\d'’]| (?:Hospital|Clinic|Medical|Dental|Pharmacy|Health|Center|Care|Program|Pediatrics|Family|Eye|Physicians|Associates))`,
    'dgu',
  ),
  score: 0.5,
};
const reach = 48;

/** "Springfield, Illinois": up to three capitalised words, or one word and a comma, before a state. */
function withCity(text: string, { span: [start], type }: Place): number {
  if (type !== 'state') return start;
  const capital = capitalsBefore(text, start, 3);
  if (capital < start && !/\d|['’]s\b/.test(text.slice(capital, start))) return capital;
  const [word] = wordsBefore(text, start, 1);
  if (word === undefined || !word.gap.startsWith(',')) return start;
  const isCity = /^\p{L}{4,}$/u.test(word.text) && !/(?:ing|ed|ly)$/.test(word.text);
  return isCity && !functionWords.has(word.text) ? word.start : start;
}

/** Words behind a place that make it the name of a firm, a device or a disease. */
const brandBehind =
  /^ (?:scientific|bridges?|chromosome|mutual|stroke scale|coma scale|virus|fever|flu|disease|encephalitis|heart (?:institute|association|score)|hip|catheter|criteria|protocol|diet|cheese|terrier|chiefs|bulls|lakers|yankees|giants|patriots|cowboys|eagles|steelers|giants|red sox|oven|syndrome|scale|classification|blues?|pacemaker|knee|sinus|crab|toast|hold'?em)\b/i;
const brandBefore = new RegExp(
  `\\b(?:${inLanguages('mutual of', ({ said }) => said?.brands)}) $`,
  'iu',
);
/** "ella no usa el mío": a verb, where the country does not stand in capitals or behind what leads to a place. */
const spanishUse = /^[Uu]sa$/;
const usaBefore = /(?<!\p{L})(?:the|in|en|from|to|of|de) $/iu;

function known(view: View): Match[] {
  const { text } = view;
  return places(view).flatMap((place) => {
    const end = place.span[1];
    if (brandBehind.test(text.slice(end, end + 20))) return [];
    const lead = text.slice(Math.max(0, place.span[0] - 12), place.span[0]);
    if (brandBefore.test(lead)) return [];
    if (spanishUse.test(text.slice(...place.span)) && !usaBefore.test(lead)) return [];
    const start = withCity(text, place);
    const before = text.slice(Math.max(0, start - reach), start);
    const isCertain =
      !ambiguous.has(place.name) || start < place.span[0] || preposition.test(before);
    return isCertain ? [{ start, end, score: 0.6, rule: place.type }] : [];
  });
}

/** Known cities, states and countries, and places that end as towns do; the model finds others. */
export const locationRecognizer: Recognizer = {
  kind: 'LOCATION',
  id: 'location',
  find: (view) => [...known(view), ...matchesOf(view.text, [town])],
};
