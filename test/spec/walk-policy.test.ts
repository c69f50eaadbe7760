import { beforeAll, describe, expect, it } from 'vitest';
import { supportedKinds } from '../../server/detect/index.ts';
import { decodePolicy } from '../../server/policy/index.ts';
import { changedPolicy, policyWithRule } from '../support/changed-policy.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;

beforeAll(async () => {
  proxy = await sharedProxy();
});

const number = '202-555-0143';
const decode = (yaml: string) =>
  decodePolicy(yaml, { kids: { has: (kid) => kid === 'K_HEALTHCARE' }, supportedKinds });
const problemsOf = (yaml: string) => {
  const decoded = decode(yaml);
  return decoded.ok ? [] : decoded.problems.map(({ path }) => path);
};
/** What the provider is sent of one user message under a policy. */
const sentUnder = async (policy_yaml: string, words: string) => {
  await proxy.ask(await proxy.agent({ policy_yaml }), [user(words)]);
  return JSON.parse(proxy.sent()).messages[0].content as string;
};

describe('the masking policy', () => {
  it.each(['name', 'version', 'kid', 'tokenization', 'passes', 'entities'])(
    `${rule('Policy 2')} (%s)`,
    (field) => {
      const without = changedPolicy().replace(
        new RegExp(`^${field}:.*\\n(?:[ #].*\\n|\\n)*`, 'm'),
        '',
      );
      expect(problemsOf(without)).toContain(field);
      const decoded = decode(changedPolicy(['epsilon: 0.5\n', '']));
      expect(decoded.ok && decoded.value.policy.epsilon).toBe(0.5);
    },
  );

  it(rule('Policy 3'), () => {
    expect(problemsOf(changedPolicy(['K_HEALTHCARE\n', 'K_OTHER\n']))).toEqual(['kid']);
  });

  it(rule('Policy 4'), async () => {
    const yaml = changedPolicy(['  - nermodel\n', '']);
    expect(await sentUnder(yaml, 'my name is maria gonzalez')).toBe('my name is maria gonzalez');
  });

  it(rule('Policy 5'), () => {
    expect(problemsOf(changedPolicy(['  - nermodel\n', '  - nermodel\n  - diarize\n']))).toEqual(
      [],
    );
    expect(problemsOf(changedPolicy(['  - nermodel\n', '  - guess\n']))).not.toEqual([]);
  });

  it.each([
    [rule('Policy 6'), policyWithRule('PHONE', '{ enabled: false }'), `call ${number}`],
    [
      rule('Policy 7'),
      policyWithRule('EMAIL', '{ regex: false, ner: false }'),
      'mail ann@example.com',
    ],
    [
      rule('Policy 8'),
      policyWithRule('NAME', '{ regex: true, ner: false }'),
      'my name is maria gonzalez',
    ],
    [
      rule('Policy 9'),
      policyWithRule('NAME', '{ regex: false, confidence_threshold: 1.0 }'),
      'is maria there',
    ],
  ])('%s', async (_, yaml, words) => {
    expect(await sentUnder(yaml, words)).toBe(words);
    expect(await sentUnder(changedPolicy(), words)).not.toBe(words);
  });

  it(rule('Policy 10'), () => {
    const decoded = decode(policyWithRule('PHONE', '{}'));
    expect(decoded.ok && decoded.value.policy.entities.get('PHONE')).toEqual({
      enabled: true,
      regex: true,
      ner: true,
      confidenceThreshold: 0.6,
      action: 'tokenize',
      always: [],
      never: [],
      patterns: [],
    });
  });

  it(rule('Policy 11'), async () => {
    const words = `call ${number}`;
    expect(await sentUnder(policyWithRule('PHONE', '{ action: tokenize }'), words)).toMatch(
      /^call TOK1\.PHONE\./,
    );
    expect(await sentUnder(policyWithRule('PHONE', '{ action: redact }'), words)).toBe(
      'call [REDACTED:PHONE]',
    );
    expect(await sentUnder(policyWithRule('PHONE', '{ action: passthrough }'), words)).toBe(words);
    expect(problemsOf(policyWithRule('PHONE', '{ action: hide }'))).toEqual([
      'entities.PHONE.action',
    ]);
  });
});
