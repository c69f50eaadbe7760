import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityRule, Policy } from '../../../server/domain/policy.ts';
import { defaultPolicyYaml, weakerIn } from '../../../server/policy/index.ts';
import { changed, decoded } from './policies.ts';

const base = decoded(defaultPolicyYaml).policy;
/** The default policy with a kind that it does not list. */
const further = (rule: string) => changed('entities:', `entities:\n  FAX: ${rule}`);
const weakerThanBase = (yaml: string) => weakerIn(base, decoded(yaml).policy);

describe('in what a policy masks or records less than another (decision 0152)', () => {
  it.each([
    ['a kind that passes', changed(/(PHONE:.*action: )tokenize/, '$1passthrough'), ['PHONE']],
    ['a kind that is switched off', changed('SSN: {', 'SSN: { enabled: false,'), ['SSN']],
    ['a kind that is left out', changed(/ {2}MRN:.*\n/, ''), ['MRN']],
    ['a kind without its patterns', changed(/(SSN: \{ regex: )true/, '$1false'), ['SSN']],
    ['names without the model', changed(/(NAME:.*ner: )true/, '$1false'), ['NAME']],
    ['a higher threshold', changed('threshold: 0.5', 'threshold: 0.8'), ['DOB']],
    ['tokens for what is redacted', changed(/action: redact/, 'action: tokenize'), ['IP_ADDRESS']],
    ['a word that is never a name', changed('NAME: {', 'NAME: { never: [zed],'), ['NAME']],
    ['a further kind that passes', further('{ action: passthrough }'), ['FAX']],
    ['a further kind with a word that is never one', further('{ never: [zed] }'), ['FAX']],
    [
      'a further language, read like one that detection knows well',
      changed('languages: [en, es]', 'languages: [en, es, fr]'),
      ['languages'],
    ],
    [
      'surrogates closer to the values',
      changed('epsilon: 0.5', 'epsilon: 50').replace(
        /^tokenization: .*$/m,
        'tokenization: synthetic',
      ),
      ['epsilon'],
    ],
    ['no transcripts', changed('audit:', 'audit:\n  keep: nothing'), ['audit.keep']],
    ['no events', changed('log_events: true', 'log_events: false'), ['audit.log_events']],
    ['a shorter record', changed('days: 2555', 'days: 30'), ['audit.retention_days']],
  ])('%s', (_, yaml, weaker) => {
    expect(weakerThanBase(yaml)).toEqual(weaker);
  });

  it.each([
    ['the same policy', defaultPolicyYaml],
    ['a kind that is redacted', changed(/(PHONE:.*action: )tokenize/, '$1redact')],
    ['a lower threshold', changed('threshold: 0.5', 'threshold: 0.2')],
    ['a word that is always a name', changed('NAME: {', 'NAME: { always: [zed],')],
    ['a further kind that is masked', further('{ action: tokenize }')],
    ['a further kind that is switched off', further('{ enabled: false }')],
    ['another name and scheme', changed('name: healthcare-default', 'name: own')],
  ])('nothing: %s', (_, yaml) => {
    expect(weakerThanBase(yaml)).toEqual([]);
  });

  it('lets what the global policy passes pass, and no more of it', () => {
    const ofFax = (rule: string) => decoded(further(rule)).policy;
    const global = ofFax('{ action: passthrough, ner: false, confidence_threshold: 0.8 }');
    const rules: readonly [string, readonly string[]][] = [
      ['{ action: passthrough, ner: false, confidence_threshold: 0.8 }', []],
      ['{ action: tokenize, never: [zed] }', []],
      ['{ action: passthrough, confidence_threshold: 0.8 }', ['FAX']],
      ['{ action: passthrough, ner: false, confidence_threshold: 0.1 }', ['FAX']],
    ];
    for (const [rule, weaker] of rules) expect(weakerIn(global, ofFax(rule))).toEqual(weaker);
  });

  it('has nothing with tokens where the global policy redacts all', () => {
    const redacting = decoded(defaultPolicyYaml.replaceAll('action: tokenize', 'action: redact'));
    const own = further('{ action: tokenize }').replaceAll(
      ', action: tokenize',
      ', action: redact',
    );
    expect(weakerIn(redacting.policy, decoded(own).policy)).toEqual(['FAX']);
  });

  it('names every pass that a model pass left out takes from a kind', () => {
    const patternsOnly = { ...base, passes: base.passes.filter((pass) => pass !== 'nermodel') };
    const byModel = [...base.entities].filter(([, { ner }]) => ner).map(([kind]) => kind);
    expect(weakerIn(base, patternsOnly)).toEqual(byModel);
  });

  it('is empty for a policy itself, and passes on: what is weaker in nothing stays so', () => {
    const rule = fc.record({
      enabled: fc.boolean(),
      regex: fc.boolean(),
      ner: fc.boolean(),
      confidenceThreshold: fc.constantFrom(0, 0.5, 0.9),
      action: fc.constantFrom('tokenize', 'redact', 'passthrough'),
      always: fc.subarray(['zed', 'quill']),
      never: fc.subarray(['may', 'will']),
      patterns: fc.constant([]),
    }) as fc.Arbitrary<EntityRule>;
    const policies = fc
      .dictionary(fc.constantFrom('NAME', 'PHONE'), rule)
      .map((rules): Policy => ({ ...base, entities: new Map(Object.entries(rules)) }));
    fc.assert(
      fc.property(policies, policies, policies, (one, two, three) => {
        expect(weakerIn(one, one)).toEqual([]);
        if (weakerIn(one, two).length === 0 && weakerIn(two, three).length === 0) {
          expect(weakerIn(one, three)).toEqual([]);
        }
      }),
    );
  });
});
