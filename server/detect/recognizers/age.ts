import { isAsked } from '../view/context.ts';
import type { Recognizer, View } from '../view/recognizer.ts';

const aged =
  /(?<![\d.,:/$-])(?:9\d|1[0-4]\d)(?![\d.,]\d)(?=(?:[ -]?(?:year|yr)s?[ -]?old|[ -]?y\.?\/?o\b| years? of age| (?:and a half )?years? (?:and \w+ months? )?old))/gi;
const led =
  /(?<=\b(?:aged?|age is|age of|age was|i['’]?m|i am|s?he['’]?s|s?he is|turned|turning|turns)[ :]{1,2}(?:about |almost |nearly |now )?)(?:9\d|1[0-4]\d)(?![\d.,:/%-])(?! ?(?:percent|point|fever|pounds|lbs|kilos|kg|degrees|over|minutes|days|weeks|months|miles|dollars|mg|milligrams|feet|inches|cm|beats|bpm|units|and \d))/gi;
const bare = /(?<![\d.,:/$-])(?:9\d|1[0-4]\d)(?![\d:/%-]|[.,]\d)/g;

/** Ages of 90 and above, which Safe Harbor wants hidden (45 CFR 164.514(b)(2)(i)(C)). */
export const ageRecognizer: Recognizer = {
  kind: 'AGE_OVER_89',
  detector: 'regex.age_over_89',
  find: (view) => {
    const rules = isAnswer(view)
      ? ([[bare, 'answer', 0.6]] as const)
      : ([
          [aged, 'years-old', 0.9],
          [led, 'aged', 0.7],
        ] as const);
    return rules.flatMap(([pattern, rule, score]) =>
      Array.from(view.text.matchAll(pattern), ({ index, 0: written }) => ({
        start: index,
        end: index + written.length,
        score,
        rule,
      })),
    );
  },
};

const answerLength = 60;

function isAnswer(view: View): boolean {
  return view.text.length <= answerLength && isAsked(view, 'AGE');
}
