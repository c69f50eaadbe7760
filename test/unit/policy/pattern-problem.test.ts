import { describe, expect, it } from 'vitest';
import { patternProblem } from '../../../server/policy/pattern-problem.ts';

describe('a pattern of a policy takes linear time in every text (decision 0083)', () => {
  it.each([
    String.raw`HC-?\d{6}`,
    String.raw`(?:case|ticket) (?:no )?\d{4,10}`,
    String.raw`\p{Lu}{2}[- ]\d{5}`,
    String.raw`[\]a]\d`,
    String.raw`\x41\u0042\u{43}`,
    '(a{1,3}){1,3}',
  ])('%s is accepted', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });

  it.each([
    [String.raw`\d+`, 'could be slow: it repeats without an end'],
    ['a*b', 'could be slow: it repeats without an end'],
    ['a{2,}', 'could be slow: it repeats without an end'],
    ['(?:a|b|c|d){6}', 'could be slow: it can match in too many ways'],
    ['[a-z]{1,20}-[a-z]{1,20}', 'could be slow: it can match in too many ways'],
    [String.raw`(x)\1`, 'could be slow: it refers back'],
    [String.raw`(?<n>x)\k<n>`, 'only plain groups'],
    ['(?=x)y', 'only plain groups'],
    ['(?<!x)y', 'only plain groups'],
    ['', 'matches the empty string'],
    ['a?', 'matches the empty string'],
    ['(?:a?){50}', 'matches the empty string'],
    ['x|', 'matches the empty string'],
    [String.raw`\bx`, 'matches whole words'],
    ['^x$', 'matches whole words'],
    ['[a-z', 'leaves a class open'],
    ['(a', 'leaves a group open'],
    ['a)', 'closes a group that is not open'],
    ['?', 'repeats nothing'],
    ['a{5,2}', 'repeats with wrong numbers'],
    ['a{2}{3}', 'repeats a repetition'],
    ['a{1,2}?', 'repeats a repetition'],
    [`${'('.repeat(30)}a${')'.repeat(30)}`, 'nests groups too deeply'],
    [String.raw`\p{Foo}`, 'is not a regular expression'],
  ])('%s is refused: %s', (pattern, reason) => {
    expect(patternProblem(pattern)).toContain(reason);
  });
});
