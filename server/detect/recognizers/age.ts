import { isAsked } from '../view/context.ts';
import { matchesOf, type Pattern } from '../view/pattern.ts';
import type { Recognizer, View } from '../view/recognizer.ts';

/** Ninety to 149. */
const said: readonly Pattern[] = [
  {
    name: 'years-old',
    regex:
      /(?<![\d.,:/$-])(?:9\d|1[0-4]\d)(?![\d.,]\d)(?=(?:[ -]?(?:year|yr)s?[ -]?old|[ -]?y\.?\/?o\b| years? of age| (?:and a half )?years? (?:and \w+ months? )?old))/gi,
    score: 0.9,
  },
  {
    name: 'aged',
    regex:
      /(?<=\b(?:aged?|age is|age of|age was|i['’]?m|i am|s?he['’]?s|s?he is|turned|turning|turns)[ :]{1,2}(?:about |almost |nearly |now )?)(?:9\d|1[0-4]\d)(?![\d.,:/%-])(?! ?(?:percent|point|fever|pounds|lbs|kilos|kg|degrees|over|minutes|days|weeks|months|miles|dollars|mg|milligrams|feet|inches|cm|beats|bpm|units|and \d))/gi,
    score: 0.7,
  },
];
const answer: Pattern = {
  name: 'answer',
  regex: /(?<![\d.,:/$-])(?:9\d|1[0-4]\d)(?![\d:/%-]|[.,]\d)/g,
  score: 0.6,
};

/** Ages of 90 and above, which Safe Harbor wants hidden (45 CFR 164.514(b)(2)(i)(C)). */
export const ageRecognizer: Recognizer = {
  kind: 'AGE_OVER_89',
  detector: 'regex.age_over_89',
  find: (view) => matchesOf(view.text, isAnswer(view) ? [answer] : said),
};

const answerLength = 60;

const isAnswer = (view: View): boolean => view.text.length <= answerLength && isAsked(view, 'AGE');
