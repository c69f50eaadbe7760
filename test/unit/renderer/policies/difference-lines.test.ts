import { expect, it } from 'vitest';
import { differenceLines } from '../../../../renderer/policies/difference-lines.ts';

const policy = { name: 'clinic', version: 1, sha256: 'ab'.repeat(32) };

it('A difference of two policies is said in plain words, without names of fields', () => {
  const lines = differenceLines({
    from: policy,
    to: policy,
    added_entities: ['DATE', 'LOCATION'],
    removed_entities: ['URL'],
    actions: [{ kind: 'PHONE', field: 'action', from: 'tokenize', to: 'passthrough' }],
    switches: [{ kind: 'EMAIL', field: 'ner', from: 'false', to: 'true' }],
    thresholds: [{ kind: 'NAME', field: 'confidence_threshold', from: '0.7', to: '0.5' }],
    words: [{ kind: 'NAME', field: 'never', added: ['Mercy Point'], removed: ['Harbor'] }],
    top_level: [
      { field: 'name', from: 'fail', to: 'pass' },
      { field: 'audit.log_payloads', from: 'false', to: 'true' },
      { field: 'tokenization', from: 'vault-deterministic', to: 'synthetic' },
      { field: 'passes', from: 'regex', to: 'regex, nermodel' },
      { field: 'languages', from: 'en, es', to: 'en' },
      { field: 'refused_turns', from: 'fail', to: 'local_model' },
    ],
    coverage: { before: 5, after: 16, of: 16 },
  });
  expect(lines).toEqual([
    'Safe Harbor identifiers without a gap: 5 → 16 of 16',
    '2 kinds added: Date, Place',
    '1 kind removed: Web address',
    'Phone number: Pass, before: Mask',
    'E-mail address: now found by the model',
    'Name: masked from 50 % confidence on, before: 70 %',
    'Name: never masked, added: Mercy Point',
    'Name: never masked, removed: Harbor',
    'Name of the policy: fail → pass',
    'Transcripts kept: no → yes',
    'Tokens: Short, values in the vault → Invented values',
    'Detection passes: patterns → patterns, model',
    'Languages covered: English, Spanish → English',
    'Refused turns: refused → sent to the clinic’s own model',
  ]);
});
