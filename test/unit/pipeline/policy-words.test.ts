import { describe, expect, it } from 'vitest';
import { supportedKinds } from '../../../server/detect/index.ts';
import { createSearch } from '../../../server/pipeline/detection.ts';
import { createPlayground } from '../../../server/pipeline/policy-playground.ts';
import { decodePolicy } from '../../../server/policy/index.ts';
import type { Detector } from '../../../server/ports/detector.ts';
import { policyWithRule } from '../../support/changed-policy.ts';
import { foundBy } from '../../support/found-by.ts';

const names = { kids: { has: () => true }, supportedKinds };

/** What a policy with this rule for a kind makes of a text; `heard` are names that the model finds. */
async function tried(kind: string, rule: string, text: string, heard: readonly string[] = []) {
  const decoded = decodePolicy(policyWithRule(kind, rule), names);
  if (!decoded.ok) throw new Error('the policy is not valid');
  const model: Detector = {
    version: 'scripted',
    detect: async (inputs) =>
      inputs.map(({ utterance }) =>
        heard.flatMap((name) => {
          const start = utterance.text.indexOf(name);
          const found = { kind: 'NAME', start, end: start + name.length, score: 0.9 };
          return start < 0 ? [] : [{ ...found, ...foundBy('ner.name') }];
        }),
      ),
  };
  const search = createSearch({ detector: model, cachedCharacters: 0 });
  return createPlayground(search)(decoded.value, text);
}

describe('a word that the policy always masks is masked wherever it stands (design D51)', () => {
  it.each([
    ['Zephyr', 'is ZEPHYR in', 'is [NAME_01] in'],
    ['Zephyr', 'it is spelled z e p h y r', 'it is spelled [NAME_01]'],
    ['Zephyr', "zephyr's turn, not zephyrs", "[NAME_01]'s turn, not zephyrs"],
    ['Ángel Ruiz', 'ask angel  ruíz', 'ask [NAME_01]'],
    ['ward twelve', 'to ward 12, ward twelve', 'to [NAME_01], [NAME_01]'],
    ['ward 12', 'to ward twelve', 'to [NAME_01]'],
    ['HC-204418', 'hc two zero four four one eight', '[NAME_01]'],
    ['together', 'to get her there', 'to get her there'],
  ])('%s: %s', async (word, text, masked) => {
    const { maskedText, detections } = await tried('NAME', `{ always: ['${word}'] }`, text);
    expect(maskedText).toBe(masked);
    for (const { detector } of detections) expect(detector).toBe('policy.always');
  });

  it('it wins over a detector that takes it for another kind', async () => {
    const rule = `{ always: ['202-555-0143'] }`;
    expect((await tried('MRN', rule, 'it is 202-555-0143')).maskedText).toBe('it is [MRN_01]');
  });

  it('it leaves a longer value whole', async () => {
    const mail = await tried('NAME', '{ always: [zephyr] }', 'write to zephyr@example.com');
    expect(mail.maskedText).toBe('write to [EMAIL_01]');
    const name = await tried('NAME', '{ always: [lee] }', 'it is ann lee', ['ann lee']);
    expect(name.maskedText).toBe('it is [NAME_01]');
  });

  it('it wins over a longer value that passes through or that the reply restores', async () => {
    const rule = '{ always: [zephyr], action: redact }';
    const { maskedText } = await tried('IP_ADDRESS', rule, 'write to zephyr@example.com');
    expect(maskedText).toBe('write to [REDACTED:IP_ADDRESS]@[EMAIL_01]');
  });
});

describe('a pattern of the policy masks whole words and numbers', () => {
  it.each([
    ['is qx 123456 or QX123456', 'is [MRN_01] or [MRN_01]'],
    ['is qx one two three four five six', 'is [MRN_01]'],
    ['in aqx 204 and qx 2045', 'in aqx 204 and qx 2045'],
    ['in qx 204', 'in [MRN_01]'],
  ])('%s', async (text, masked) => {
    const rule = String.raw`{ regex: false, patterns: ['qx ?\d{6}', 'qx \d{3}'] }`;
    const { maskedText, detections } = await tried('MRN', rule, text);
    expect(maskedText).toBe(masked);
    for (const { detector } of detections) expect(detector).toBe('policy.pattern');
  });
});

describe('a word that is never of a kind stays readable (design D51)', () => {
  const rule = `{ never: ['Mercy Point', 'Grace'] }`;

  it('where a detector takes it for that kind', async () => {
    const text = 'is this Mercy Point clinic';
    const { maskedText, vetoes } = await tried('NAME', rule, text, ['Mercy Point']);
    expect([maskedText, vetoes]).toEqual([text, { NAME: 1 }]);
  });

  it.each([
    ['is this mercy point jones', ['mercy point jones'], 'is this [NAME_01]'],
    ['is this mercy point jones', ['mercy', 'point jones'], 'is this [NAME_01] [NAME_02]'],
    ['is this mercy point jones', ['mercy point', 'jones'], 'is this [NAME_01] [NAME_02]'],
    ['ask mary-grace now', ['mary', 'grace'], 'ask [NAME_01]-[NAME_02] now'],
  ])('a longer value that holds it stays masked: %s (%s)', async (text, heard, masked) => {
    const { maskedText, vetoes } = await tried('NAME', rule, text, heard);
    expect([maskedText, vetoes]).toEqual([masked, {}]);
  });

  it('a value that the text shows elsewhere stays masked', async () => {
    const text = 'I am ann grace lee. Is grace there?';
    const { maskedText } = await tried('NAME', rule, text, ['ann grace lee', 'ann']);
    expect(maskedText).toContain('I am [NAME_01].');
  });

  it.each([
    ['call 800-555-0100', 'call 800-555-0100', { PHONE: 1 }],
    ['call eight hundred five five five oh one hundred', undefined, { PHONE: 1 }],
    ['call 1-800-555-0100', 'call [PHONE_01]', {}],
    ['call 911 555 0143', 'call [PHONE_01]', {}],
    ['call nine one one five five five oh one four three', 'call [PHONE_01]', {}],
  ])('a number, but no part of a longer one: %s', async (text, masked, vetoes) => {
    const numbers = `{ never: ['800-555-0100', '911', '555 0143'] }`;
    const result = await tried('PHONE', numbers, text);
    expect([result.maskedText, result.vetoes]).toEqual([masked ?? text, vetoes]);
  });

  it('another kind is not touched', async () => {
    const { maskedText } = await tried('MRN', rule, 'is this Mercy Point clinic', ['Mercy Point']);
    expect(maskedText).toBe('is this [NAME_01] clinic');
  });
});
