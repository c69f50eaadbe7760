import { describe, expect, it } from 'vitest';
import { supportedKinds } from '../../../server/detect/index.ts';
import { createSearch } from '../../../server/pipeline/detection.ts';
import { joinRestarts } from '../../../server/pipeline/restarted-values.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';

const decoded = decodePolicy(defaultPolicyYaml, { kids: { has: () => true }, supportedKinds });
if (!decoded.ok) throw new Error('the default policy is not valid');
const policy = decoded.value;

/** The text with each value in brackets, and the canonical forms. */
async function joined(text: string): Promise<readonly [hidden: string, values: readonly string[]]> {
  const { texts } = await createSearch()(policy, [{ text, speaker: 'user', place: 'turn' }]);
  const findings = texts.flatMap(({ findings: own, utterance }) => joinRestarts(own, utterance));
  const hidden = findings.reduceRight(
    (left, { kind, start, end }) => `${left.slice(0, start)}[${kind}]${left.slice(end)}`,
    text,
  );
  return [hidden, findings.map(({ canonical }) => canonical)];
}

describe('a value said again after a restart has one token (decision 0078)', () => {
  it.each([
    [
      'my number is two five one, no wait, two five four five five five oh one one three',
      'my number is [PHONE]',
      '2545550113',
    ],
    ['my mrn is four four eight sorry four four nine two one three', 'my mrn is [MRN]', '449213'],
    ['call me at 303 555 no sorry 303 556 0142 please', 'call me at [PHONE] please', '3035560142'],
    [
      'mi teléfono es dos cinco uno, no, perdón, dos cinco cuatro cinco cinco cinco cero uno uno tres',
      'mi teléfono es [PHONE]',
      '2545550113',
    ],
  ])('%s', async (text, hidden, value) => {
    expect(await joined(text)).toEqual([hidden, [value]]);
  });

  it.each([
    ['two whole numbers keep two tokens', 'call 303-555-0142, sorry, 303-555-0143', 2],
    ['so do two numbers without a correction', 'call 303-555-0142 and my mrn is 44921', 2],
  ])('%s', async (_, text, tokens) => {
    const [, values] = await joined(text);
    expect(values).toHaveLength(tokens);
  });
});
