import { z } from 'zod';
import { foldWords } from '../domain/fold-words.ts';
import { patternProblem } from './pattern-problem.ts';

const text = (most: number) => z.string().min(1).max(most);

/** Words and phrases of one kind; a match needs two letters or digits, so that it means something. */
export const wordList = z
  .array(
    text(100).refine((phrase) => foldWords(phrase).letters.length >= 2, {
      error: 'must have at least two letters or digits',
      abort: true,
    }),
  )
  .max(1000)
  .default([]);

/** Regular expressions of one kind, see `patternProblem`. */
export const patternList = z
  .array(
    text(200).superRefine((pattern, context) => {
      const message = patternProblem(pattern);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  )
  .max(20)
  .default([]);

/** A sentence, and what must happen to parts of it, each of which stands in it to the letter. */
export const exampleSchema = z
  .strictObject({
    text: text(1000),
    masked: z.record(z.string(), z.array(text(200)).min(1).max(20)).default({}),
    kept: z.array(text(200)).max(20).default([]),
  })
  .superRefine((example, context) => {
    const expected = [
      ...Object.entries(example.masked).map(([kind, parts]) => ({ path: ['masked', kind], parts })),
      { path: ['kept'], parts: example.kept },
    ];
    if (expected.every(({ parts }) => parts.length === 0))
      context.addIssue({ code: 'custom', message: 'needs masked or kept' });
    for (const { path, parts } of expected) {
      for (const [index, part] of parts.entries()) {
        if (!example.text.includes(part))
          context.addIssue({
            code: 'custom',
            message: 'does not occur in the text of this example',
            path: [...path, index],
          });
      }
    }
  });
