import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { names, problemsOf } from './policies.ts';

describe('a hostile document', () => {
  const laughs = (levels: number) =>
    ['a0: &a0 [x]']
      .concat(
        Array.from(
          { length: levels },
          (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}*a${i}]`,
        ),
      )
      .join('\n');

  it.each([
    ['nested aliases', laughs(12)],
    ['deep nesting', `passes: ${'['.repeat(32_000)}`],
    ['deep sequences', '- '.repeat(16_000)],
    ['very many keys', Array.from({ length: 3000 }, (_, i) => `k${i}: 1`).join('\n')],
    ['a text above the limit', `# ${'x'.repeat(64 * 1024)}\n${defaultPolicyYaml}`],
  ])('is refused at little cost: %s', (_, yaml) => {
    const problems = problemsOf(decodePolicy(yaml, names));
    expect(problems.length).toBeGreaterThan(0);
  });

  it('never makes decoding throw', () => {
    const piece = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '&x',
      '*x',
      '!',
      '"',
      '|',
      '\t',
      '#',
      '?',
      'entities',
      '\u2028',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.nat(defaultPolicyYaml.length),
        (pieces, at) => {
          const yaml =
            defaultPolicyYaml.slice(0, at) + pieces.join('') + defaultPolicyYaml.slice(at);
          for (const problem of problemsOf(decodePolicy(yaml, names))) {
            expect(problem.line).toBeGreaterThan(0);
            expect(problem.column).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});
