import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityRule, Policy } from '../../../server/domain/policy.ts';
import { defaultPolicyYaml, weakerIn } from '../../../server/policy/index.ts';
import { changed, decoded } from './policies.ts';

const base = decoded(defaultPolicyYaml).policy;
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
    ['another name and scheme', changed('name: healthcare-default', 'name: own')],
  ])('nothing: %s', (_, yaml) => {
    expect(weakerThanBase(yaml)).toEqual([]);
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
