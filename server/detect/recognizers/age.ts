import { isAsked } from '../view/context.ts';
import { matchesOf, type Pattern } from '../view/pattern.ts';
import type { Recognizer, View } from '../view/recognizer.ts';
import { inLanguages } from '../vocabulary/in-languages.ts';

const relatives =
  '(?:mother|mom|mum|father|dad|grand(?:mother|father|ma|pa|dad)|husband|wife|aunt|uncle|sister|brother|neighbou?r|friend|patient)(?:-in-law)?';
const person = `(?:i['’]?m|i am|i was|s?he['’]?s|s?he (?:is|was)|(?:${relatives}) (?:is|was)|(?:${relatives})['’]s)`;
const becoming =
  "(?:will|['’]ll|would|['’]d|going to|gonna) be(?: turning)?|turned|turning|turns|aged?|age (?:is|of|was)";
/** What makes a number behind "I'm" or "she was" a measure. */
const measureBehind =
  '(?:percent|point|fever|pounds|lbs|kilos|kg|degrees|over|minutes|days|weeks|months|miles|dollars|bucks|mg|milligrams|units|feet|inches|cm|beats|bpm|sure|certain|positive|on|at|out|to|systolic|th|st|nd|rd|and \\d|(?:(?:de|of) )?(?:fever|fiebre|calentura|temperatura)|grados|libras|kilos|unidades)';

/** Ninety to 149. */
const said: readonly Pattern[] = [
  {
    name: 'years-old',
    regex:
      /(?<![\d.,:/$-]|\bago )(?:9\d|1[0-4]\d)(?![\d.,]\d)(?=(?:[ -]?(?:year|yr)s?[ -]?old|[ -]?y\.?\/?o\b| years? of age| (?:and a half )?years? (?:and \w+ months? )?old))/gi,
    score: 0.9,
  },
  {
    name: 'aged',
    regex: new RegExp(
      `\\b(?:${person}|${becoming})[ :]{1,2}(?:(?:about|almost|nearly|now|just turned|only|gonna be|going to be|already) ){0,2}(?<value>9\\d|1[0-4]\\d)(?![\\d:/%-]|[.,]\\d)(?! ?${measureBehind}\\b)`,
      'dgi',
    ),
    score: 0.7,
  },
];
/** "my grandmother, 97, lives with us". */
const beside: Pattern = {
  name: 'beside',
  regex: new RegExp(
    `\\b(?:${relatives}),? (?:(?:who['’]?s|is|was|just|now) ){0,3}(?<value>9\\d|1[0-4]\\d)(?![\\d:/%-]|[.,]\\d)(?! ?${measureBehind}\\b)`,
    'dgi',
  ),
  score: 0.65,
};
/** What is measured near a number says that it is no age: "her oxygen was low, she was 93". */
const measures = new RegExp(
  `\\b(?:${inLanguages(
    'oxygen|o2|sats?|saturation|pulse|heart rate|temp|temperature|fever|sugars?|glucose|pressure|weigh\\w{0,3}|score|percentile|reading|kilos|room air',
    ({ said }) => said?.measures,
  )})\\b`,
  'iu',
);
const answer: Pattern = {
  name: 'answer',
  regex: /(?<![\d.,:/$-])(?:9\d|1[0-4]\d)(?![\d:/%-]|[.,]\d)/g,
  score: 0.6,
};

/** Ages of 90 and above, which Safe Harbor wants hidden (45 CFR 164.514(b)(2)(i)(C)). */
export const ageRecognizer: Recognizer = {
  kind: 'AGE_OVER_89',
  id: 'age_over_89',
  find: (view) => {
    if (isAnswer(view)) return matchesOf(view.text, [answer]);
    const isMeasured = measures.test(view.text) || measures.test(view.question.slice(-120));
    const patterns = isMeasured ? said.slice(0, 1) : [...said, beside];
    return matchesOf(view.text, patterns);
  },
};

const answerLength = 60;

const isAnswer = (view: View): boolean => view.text.length <= answerLength && isAsked(view, 'AGE');
