import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import { changed, decoded, names, problemsOf } from './policies.ts';

const minimal = [
  'name: small',
  'version: 1',
  'kid: K_HEALTHCARE',
  'tokenization: reversible-aead',
  'passes: [regex]',
  'entities:',
  '  PHONE:',
].join('\n');

describe('a policy has a default for every omitted field', () => {
  const { policy } = decoded(minimal);

  it('at the top level', () => {
    expect(policy).toMatchObject({ description: '', epsilon: 0.5 });
    expect(policy).toMatchObject({ languages: ['en', 'es'], otherLanguages: 'mask_all' });
  });

  it('in an empty entity', () => {
    expect(policy.entities.get('PHONE')).toEqual({
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

  it('in the audit section, also when it is empty', () => {
    const audit = { logEvents: true, logPayloads: false, keep: 'public', retentionDays: 2555 };
    expect(policy.audit).toEqual(audit);
    expect(decoded(`${minimal}\naudit:\n`).policy.audit).toEqual(audit);
  });
});

describe('a decoded policy', () => {
  it('has the SHA-256 of its UTF-8 text', () => {
    const yaml = changed(
      'Names, numbers and addresses that identify a caller',
      'Identités protégées',
    );
    expect(decoded(yaml)).toMatchObject({
      yaml,
      sha256: createHash('sha256').update(Buffer.from(yaml, 'utf8')).digest('hex'),
    });
  });

  it('runs regex first, wherever the document lists it (spec, rule 2)', () => {
    const listed = decoded(changed('  - regex\n  - nermodel', '  - nermodel\n  - regex'));
    expect(listed.policy.passes).toEqual(['regex', 'nermodel']);
  });

  it('keeps the order of its entities', () => {
    const yaml = `${minimal}\n  SSN:\n  NAME: {}\n`;
    expect([...decoded(yaml).policy.entities.keys()]).toEqual(['PHONE', 'SSN', 'NAME']);
  });
});

const refusals: readonly [what: string, yaml: string, code: string, path: string, hint?: RegExp][] =
  [
    ['a kid without key', changed('kid: K_HEALTHCARE', 'kid: K_LOST'), 'unknown_kid', 'kid'],
    ['a kid outside the grammar', changed('kid: K_HEALTHCARE', 'kid: K.1'), 'invalid_value', 'kid'],
    [
      'an unrecognized pass',
      changed('- nermodel', '- nermodle'),
      'invalid_pass',
      'passes[1]',
      /did you mean nermodel/,
    ],
    ['a pass that is no name', changed('- nermodel', '- 7'), 'invalid_pass', 'passes[1]'],
    ['a pass listed twice', changed('- nermodel', '- regex'), 'invalid_pass', 'passes[1]'],
    [
      'a list for diarize',
      changed('- nermodel', '- diarize: [PHONE]'),
      'invalid_pass',
      'passes[1]',
    ],
    ['an empty list', changed('- nermodel', '- nermodel: []'), 'invalid_pass', 'passes[1]'],
    ['no pass at all', changed(/passes:\n.*\n.*\n/, 'passes: []\n'), 'invalid_value', 'passes'],
    [
      'a listed entity that is not declared',
      changed('- nermodel', '- nermodel: [NAME, FAX]'),
      'missing_entity',
      'passes[1].nermodel[1]',
    ],
    [
      'a listed entity that is off for the pass',
      changed('- nermodel', '- nermodel: [SSN]'),
      'missing_entity',
      'passes[1].nermodel[0]',
    ],
    [
      'a pass that no entity uses',
      minimal.replace('[regex]', '[regex, nermodel]').replace('PHONE:', 'PHONE: {ner: false}'),
      'missing_entity',
      'passes[1]',
    ],
    [
      'a pass whose only entity is disabled',
      minimal.replace('PHONE:', 'PHONE: {enabled: false}'),
      'missing_entity',
      'passes[0]',
    ],
    [
      'a language that detection is not made for',
      changed('[en, es]', '[en, de]'),
      'invalid_value',
      'languages[1]',
    ],
    ['a language listed twice', changed('[en, es]', '[en, en]'), 'invalid_value', 'languages'],
    ['no language at all', changed('[en, es]', '[]'), 'invalid_value', 'languages'],
    [
      'an unknown way with other languages',
      changed('other_languages: mask_all', 'other_languages: ignore'),
      'invalid_value',
      'other_languages',
    ],
    [
      'a kind that nothing can detect',
      changed('  PHONE: ', '  FONE: '),
      'unsupported_kind',
      'entities.FONE',
      /did you mean PHONE/,
    ],
    ['a kind named like a prototype', changed('PHONE:', '__proto__:'), 'invalid_yaml', ''],
    [
      'an unknown field',
      changed('epsilon:', 'epsillon:'),
      'unknown_field',
      'epsillon',
      /did you mean epsilon/,
    ],
    [
      'an unknown field of an entity',
      changed('action: tokenize }', 'acton: tokenize }'),
      'unknown_field',
      'entities.PHONE.acton',
      /did you mean action/,
    ],
    [
      'an unknown field of the audit map',
      changed('log_payloads', 'log_payload'),
      'unknown_field',
      'audit.log_payload',
      /did you mean log_payloads/,
    ],
    ['a missing field', changed('name: healthcare-default\n', ''), 'missing_field', 'name'],
    [
      'another schema version',
      changed('version: 1', 'version: 2'),
      'invalid_value',
      'version',
      /^must be 1$/,
    ],
    [
      'an unknown action',
      changed('action: redact', 'action: redcat'),
      'invalid_value',
      'entities.IP_ADDRESS.action',
      /did you mean redact/,
    ],
    [
      'a threshold above 1',
      changed('threshold: 0.7', 'threshold: 70'),
      'invalid_value',
      'entities.NAME.confidence_threshold',
      /^must be at most 1$/,
    ],
    [
      'a switch that is not a boolean',
      changed('regex: false', 'regex: no'),
      'invalid_value',
      'entities.NAME.regex',
      /^must be true or false$/,
    ],
    [
      'half a day of retention',
      changed('2555', '0.5'),
      'invalid_value',
      'audit.retention_days',
      /^must be a whole number$/,
    ],
    ['a field given twice', changed('version: 1', 'version: 1\nversion: 1'), 'invalid_yaml', ''],
    ['an alias', changed('epsilon: 0.5', 'epsilon: &e 0.5\ndescription2: *e'), 'invalid_yaml', ''],
    ['a tag', changed('epsilon: 0.5', 'epsilon: !!js/function 0.5'), 'invalid_yaml', ''],
    ['a second document', `${defaultPolicyYaml}---\na: 1\n`, 'invalid_yaml', ''],
    ['an unclosed list', changed('passes:', 'passes: ['), 'invalid_yaml', ''],
    ['an empty text', '', 'invalid_value', ''],
    ['a list', '- a', 'invalid_value', ''],
  ];

describe('an invalid policy is refused with a code from a closed list', () => {
  it.each(refusals)('%s', (_, yaml, code, path, hint) => {
    const [problem] = problemsOf(decodePolicy(yaml, names));
    expect(problem).toMatchObject({ code, path });
    if (hint !== undefined) expect(problem?.message).toMatch(hint);
  });

  it('a problem names the missing variable of a kid', () => {
    const yaml = changed('kid: K_HEALTHCARE', 'kid: K_LOST');
    expect(problemsOf(decodePolicy(yaml, names))[0]?.message).toContain('SVC_KEY_K_LOST');
  });

  it('no problem quotes the document', () => {
    for (const [, yaml] of refusals) {
      const text = yaml.replaceAll(
        /(epsilon|description|retention_days): /g,
        '$1: Jordan Example ',
      );
      expect(JSON.stringify(problemsOf(decodePolicy(text, names)))).not.toContain('Jordan');
    }
  });
});

describe('every problem has a position', () => {
  const place = (yaml: string) => {
    const [problem] = problemsOf(decodePolicy(yaml, names));
    return yaml.split('\n')[(problem?.line ?? 0) - 1]?.slice((problem?.column ?? 0) - 1);
  };

  it.each([
    ['a wrong value at the value', changed('action: redact', 'action: redcat'), /^redcat/],
    ['an unknown field at its key', changed('epsilon:', 'epsillon:'), /^epsillon/],
    ['an unknown kind at its key', changed('  PHONE: ', '  FONE: '), /^FONE/],
    ['an empty value at its key', changed('kid: K_HEALTHCARE', 'kid:'), /^kid:/],
    ['a pass at its entry', changed('- nermodel', '- nermodle'), /^nermodle/],
    ['a listed kind in its list', changed('- nermodel', '- nermodel: [NAME, FAX]'), /^FAX/],
  ])('%s', (_, yaml, expected) => {
    expect(place(yaml)).toMatch(expected);
  });

  it('all problems are reported together, in document order', () => {
    const yaml = changed('version: 1', 'version: 3')
      .replace('kid: K_HEALTHCARE', 'kid: K_LOST')
      .replace('- nermodel', '- nermodle')
      .replace('  PHONE: ', '  FONE: ')
      .replace('action: redact', 'action: redcat');
    expect(problemsOf(decodePolicy(yaml, names)).map((problem) => problem.path)).toEqual([
      'version',
      'kid',
      'passes[1]',
      'entities.FONE',
      'entities.IP_ADDRESS.action',
    ]);
  });
});

describe('a pass with a list of entities (decision 0004)', () => {
  const { policy } = decoded(changed('- nermodel', '- nermodel: [NAME, DOB]'));

  it('is switched off for other entities', () => {
    const withNer = [...policy.entities].filter(([, rule]) => rule.ner).map(([kind]) => kind);
    expect(withNer).toEqual(['NAME', 'DOB']);
  });

  it('keeps its name and position', () => {
    expect(policy.passes).toEqual(['regex', 'nermodel']);
  });
});
