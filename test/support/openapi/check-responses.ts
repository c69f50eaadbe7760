import { afterEach } from 'vitest';
import { takeAnswerProblems } from './watched-answers.ts';

/**
 * Set up before every test file: whatever a server of ours answers, over a socket or injected, is
 * held against its own OpenAPI document, and the test that made it answer fails when it does not
 * fit. Servers that a test puts together from parts have no document and are left alone.
 */
afterEach(() => {
  const found = takeAnswerProblems();
  if (found.length > 0) {
    throw new Error(`answers that are not in the OpenAPI document:\n${found.join('\n')}`);
  }
});
