import { describe, expect, it } from 'vitest';
import { decodePolicy, defaultPolicyYaml, exampleProblems } from '../../../server/policy/index.ts';
import { decoded, names, problemsOf } from './policies.ts';

const nameRule = 'NAME: { regex: false,';
const withRule = (fields: string, more = '') =>
  defaultPolicyYaml.replace(nameRule, `NAME: { ${fields}, regex: false,`) + more;
const lineOfName = defaultPolicyYaml
  .slice(0, defaultPolicyYaml.indexOf(nameRule))
  .split('\n').length;
const problems = (yaml: string) => problemsOf(decodePolicy(yaml, names));

describe("a kind has words and patterns of the policy's own (design D51)", () => {
  it('a policy without them has none', () => {
    expect(decoded(defaultPolicyYaml).policy.entities.get('NAME')).toMatchObject({
      always: [],
      never: [],
      patterns: [],
    });
    expect(decoded(defaultPolicyYaml).policy.examples).toEqual([]);
  });

  it.each([
    ['always: [a]', 'entities.NAME.always[0]', 'at least two letters or digits'],
    [`always: ['${'x'.repeat(101)}']`, 'entities.NAME.always[0]', 'at most 100 characters'],
    [`never: [${'ab,'.repeat(1001)}]`, 'entities.NAME.never', 'at most 1000 entries'],
    ['always: [12345]', 'entities.NAME.always[0]', 'must be text'],
    ["always: [Ann], never: ['ÁNN']", 'entities.NAME.never[0]', 'listed under always too'],
    ["patterns: ['x+']", 'entities.NAME.patterns[0]', 'could be slow'],
    [`patterns: [${'ab,'.repeat(21)}]`, 'entities.NAME.patterns', 'at most 20 entries'],
  ])('%s is refused with its line and column', (fields, path, message) => {
    const [problem] = problems(withRule(fields));
    expect(problem).toMatchObject({
      path,
      line: lineOfName,
      message: expect.stringContaining(message),
    });
    expect(problem?.column).toBeGreaterThan(10);
  });

  it('a kind that passes through has no words to mask', () => {
    const yaml = defaultPolicyYaml.replace(
      /NAME: \{.*/,
      'NAME: { always: [Ann], action: passthrough }',
    );
    expect(problems(yaml)).toMatchObject([{ path: 'entities.NAME.always' }]);
  });

  it('a policy has a limited number of patterns', () => {
    const yaml = defaultPolicyYaml.replace(
      /(PHONE|SSN|NAME): \{/g,
      `$1: { patterns: [${'ab,'.repeat(20)}],`,
    );
    expect(problems(yaml)).toMatchObject([{ path: 'entities.NAME.patterns', line: lineOfName }]);
  });

  it('a mistyped field of an example is named', () => {
    const yaml = `${defaultPolicyYaml}examples: [{ text: hello, keep: [hello], kept: [hello] }]\n`;
    expect(problems(yaml)).toMatchObject([
      { path: 'examples[0].keep', message: expect.stringContaining('did you mean kept?') },
    ]);
  });

  it('what an example is about stands in its text', () => {
    const yaml = `${defaultPolicyYaml}examples: [{ text: hello, kept: [bye] }, { text: hi }]\n`;
    expect(problems(yaml)).toMatchObject([
      { path: 'examples[0].kept[0]', message: 'does not occur in the text of this example' },
      { path: 'examples[1]', message: 'needs masked or kept' },
    ]);
  });
});

describe('examples run through the passes', () => {
  const text = 'ask Mercy Point for Ann Lee at once';
  const yaml = (expected: string) =>
    `${defaultPolicyYaml}examples:\n  - text: ${text}\n    ${expected}\n`;
  const found = (kind: string, part: string, action: 'tokenize' | 'passthrough' = 'tokenize') => {
    const start = text.indexOf(part);
    return { kind, start, end: start + part.length, score: 1, detector: 'regex.x', action };
  };
  const outcome = (expected: string, ...detections: readonly ReturnType<typeof found>[]) =>
    exampleProblems(decoded(yaml(expected)), async () => ({ detections }));

  it('what comes out as expected is no problem', async () => {
    expect(await outcome('masked: { NAME: [Ann Lee] }', found('NAME', 'Ann Lee'))).toEqual([]);
    expect(await outcome('kept: [Mercy Point]', found('NAME', 'Ann Lee'))).toEqual([]);
    expect(await outcome('kept: [Ann]', found('NAME', 'Ann Lee', 'passthrough'))).toEqual([]);
  });

  it.each([
    ['masked: { NAME: [Ann Lee] }', [], 'stays readable, and must be masked as NAME'],
    ['masked: { NAME: [Ann Lee] }', [found('NAME', 'Ann')], 'stays readable in part, and must'],
    ['masked: { NAME: [Ann Lee] }', [found('MRN', 'Ann Lee')], 'is masked as MRN, and must be'],
    ['kept: [Mercy Point]', [found('NAME', 'Mercy')], 'stays readable in part, and must stay'],
    ['kept: [Mercy]', [found('NAME', 'Mercy')], 'is masked as NAME, and must stay readable'],
  ])('a failed example names what happened instead: %s', async (expected, detections, message) => {
    const [problem] = await outcome(expected, ...detections);
    expect(problem).toMatchObject({
      code: 'example_failed',
      message: expect.stringContaining(message),
      line: defaultPolicyYaml.split('\n').length + 2,
      column: expect.any(Number),
    });
    expect(problem?.path).toMatch(/^examples\[0\]\.(?:masked\.NAME|kept)\[0\]$/);
  });
});
