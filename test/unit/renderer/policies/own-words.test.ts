import { describe, expect, it } from 'vitest';
import {
  kindsOf,
  type OwnWord,
  ownWords,
  withoutWord,
  withWord,
} from '../../../../renderer/policies/own-words.ts';
import { defaultPolicyYaml, diffPolicies } from '../../../../server/policy/index.ts';
import { decoded } from '../../policy/policies.ts';

const heron: OwnWord = { kind: 'MRN', list: 'always', word: 'Blue Heron: 2' };
const mercy: OwnWord = { kind: 'NAME', list: 'never', word: 'Mercy Point' };

describe('the words of a policy are edited in its YAML', () => {
  it('a word that is added is listed, and everything else stays as it is', () => {
    const yaml = withWord(withWord(defaultPolicyYaml, mercy), heron);
    expect(ownWords(yaml)).toEqual([mercy, heron]);
    const before = decoded(defaultPolicyYaml).policy;
    expect(diffPolicies(before, decoded(yaml).policy)).toMatchObject({
      words: [
        { kind: 'NAME', field: 'never', added: [mercy.word], removed: [] },
        { kind: 'MRN', field: 'always', added: [heron.word], removed: [] },
      ],
      switches: [],
      topLevel: [],
    });
    for (const comment of defaultPolicyYaml.match(/#.*/g) ?? []) expect(yaml).toContain(comment);
  });

  it('a second word joins its list, and a removed one leaves it', () => {
    const other = { ...mercy, word: 'Grace Hall' };
    const yaml = withWord(withWord(defaultPolicyYaml, mercy), other);
    expect(ownWords(yaml)).toEqual([mercy, other]);
    expect(ownWords(withoutWord(yaml, mercy))).toEqual([other]);
    expect(withoutWord(yaml, heron)).toBe(yaml);
  });

  it('a kind without a rule of its own gets one', () => {
    const yaml = defaultPolicyYaml.replace(/NAME: \{.*/, 'NAME:');
    expect(ownWords(withWord(yaml, mercy))).toEqual([mercy]);
    expect(kindsOf(yaml)).toContain('NAME');
  });

  it('a text that is half typed has no words', () => {
    for (const yaml of [
      '',
      'entities: [',
      'entities: NAME',
      'entities: { NAME: x, MRN: { never: 1 } }',
    ])
      expect(ownWords(yaml)).toEqual([]);
  });
});
