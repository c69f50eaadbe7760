import { describe, expect, it } from 'vitest';
import { kindRules, withRule } from '../../../../renderer/policies/kind-rules.ts';

const yaml = `# of the clinic
name: clinic
passes: [regex, { nermodel: [NAME] }]
entities:
  PHONE: { ner: true, action: redact } # never restored
  NAME: { confidence_threshold: 0.7 }
  FAX: { enabled: false }
  ZIP:
`;

const ruleOf = (kind: string, text = yaml) => kindRules(text).find((rule) => rule.kind === kind);

describe('the form of a policy', () => {
  it('shows each kind with its defaults, and kinds that the policy does not list as off', () => {
    expect(
      kindRules(yaml)
        .map(({ kind }) => kind)
        .slice(0, 4),
    ).toEqual(['PHONE', 'NAME', 'FAX', 'ZIP']);
    expect(ruleOf('PHONE')).toMatchObject({ action: 'redact', regex: true, ner: false });
    expect(ruleOf('NAME')).toMatchObject({ action: 'tokenize', ner: true, threshold: 0.7 });
    expect([ruleOf('FAX')?.action, ruleOf('SSN')?.action]).toEqual(['off', 'off']);
    expect(ruleOf('ZIP')).toMatchObject({ action: 'tokenize', regex: true });
  });

  it('changes one rule of the text and keeps everything else', () => {
    const changed = withRule(yaml, 'PHONE', { action: 'tokenize' });
    expect(ruleOf('PHONE', changed)?.action).toBe('tokenize');
    expect(changed).toContain('# of the clinic');
    expect(changed).toContain('# never restored');
    expect(ruleOf('NAME', changed)).toEqual(ruleOf('NAME'));
  });

  it('switches a kind off and on, also one that the policy does not list', () => {
    expect(ruleOf('PHONE', withRule(yaml, 'PHONE', { action: 'off' }))?.action).toBe('off');
    expect(ruleOf('FAX', withRule(yaml, 'FAX', { action: 'redact' }))?.action).toBe('redact');
    expect(ruleOf('SSN', withRule(yaml, 'SSN', { action: 'tokenize' }))).toMatchObject({
      action: 'tokenize',
      regex: true,
    });
    expect(ruleOf('ZIP', withRule(yaml, 'ZIP', { threshold: 0.9 }))?.threshold).toBe(0.9);
  });

  it('shows no rules of a text that is half typed', () => {
    expect(kindRules('entities: {')).toEqual([]);
  });
});
