import { describe, expect, it } from 'vitest';
import { callStrings } from '../../../../renderer/calls/strings.ts';
import { functionOutcomes } from '../../../../server/domain/agent.ts';

/** The words of a function that ended so. */
const wordsOf = (outcome: string) => callStrings.functions.ran('book_visit', outcome, '1 s');

describe('a function in the conversation and the timeline of a call', () => {
  it.each(functionOutcomes)(
    'a function that ended with the outcome %s has its own words',
    (outcome) => {
      expect(wordsOf(outcome)).not.toContain(outcome === 'done' ? 'failed' : `: ${outcome}`);
    },
  );

  it.each(['failed', 'timed_out', 'unreachable', 'stopped', 'unknown'])(
    'a function of which nobody knows whether it was done is shown so: %s',
    (outcome) => {
      expect(wordsOf(outcome)).toMatch(/, whether it was done is not known$/);
    },
  );
});
