import type { Recognizer } from '../../view/recognizer.ts';
import { datesOf } from './date-spans.ts';

const scores = { full: 0.8, 'month-day': 0.7, 'month-year': 0.6, month: 0 } as const;

/** Dates more precise than a year (45 CFR 164.514(b)(2)(i)(C)); those of birth are DOB's. */
export const dateRecognizer: Recognizer = {
  kind: 'DATE',
  detector: 'regex.date',
  find: (view) =>
    datesOf(view)
      .filter(({ precision }) => precision !== 'month')
      .map(({ start, end, precision }) => ({
        start,
        end,
        score: scores[precision],
        rule: precision,
      })),
};
