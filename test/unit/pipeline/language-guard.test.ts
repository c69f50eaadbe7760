import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLanguageModel } from '../../../server/adapters/onnx/language-model-file.ts';
import { supportedKinds } from '../../../server/detect/index.ts';
import { createSearch, type SearchText } from '../../../server/pipeline/detection.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const languages = await readLanguageModel(join(import.meta.dirname, '../../../models'));

function policyOf(yaml: string) {
  const decoded = decodePolicy(yaml, { kids: { has: () => true }, supportedKinds });
  if (!decoded.ok) throw new Error('the policy is not valid');
  return decoded.value;
}
const policy = policyOf(defaultPolicyYaml);
const said = (text: string, speaker: SearchText['speaker'] = 'user'): SearchText => ({
  text,
  speaker,
  place: 'turn',
});
const german = 'guten tag ich brauche einen termin für meine mutter hannelore';

describe('texts of covered languages are found the same with the guard as without (design D49)', () => {
  const openings = ['hi', 'okay so', 'yeah', 'hola', 'bueno', 'mm hmm'];
  const middles = [
    'i need to move my appointment',
    'my number is 202 555 0143',
    'you can reach my son wolfgang at work',
    'quisiera cambiar la cita de mi mamá',
    'mi número es dos cero dos cinco cinco cinco',
    'the doctor put me on metoprolol',
  ];
  const ends = ['please', 'thank you', 'por favor', 'if that is okay', ''];
  const sentence = fc
    .tuple(fc.constantFrom(...openings), fc.constantFrom(...middles), fc.constantFrom(...ends))
    .map((parts) => parts.join(' ').trim());

  it('whatever is said, and in whatever order', async () => {
    const digestKey = 'the same for both';
    const guarded = createSearch({ languages, digestKey });
    const plain = createSearch({ digestKey });
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { minLength: 1, maxLength: 4 }), async (sentences) => {
        const texts = sentences.map((text) => said(text));
        expect(await guarded(policy, texts)).toEqual(await plain(policy, texts));
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('the guard looks at texts of the caller alone (design D49)', () => {
  const search = createSearch({ languages });
  const languageOf = async (...texts: SearchText[]) =>
    (await search(policy, texts)).texts.map(({ language }) => language);

  it.each(['system', 'assistant', 'tool'] as const)('not at those of %s', async (speaker) => {
    expect(await languageOf(said(german, speaker))).toEqual([undefined]);
  });

  it('a short turn after a German one is German, one after its English answer too', async () => {
    const texts = [said(german), said('how can I help you today?', 'assistant'), said('0173 555')];
    expect(await languageOf(...texts)).toEqual(['de', undefined, 'de']);
  });

  it('the cache keeps the language of a text', async () => {
    expect(await languageOf(said(german))).toEqual(['de']);
    expect(await languageOf(said(german), said('hello?', 'assistant'))).toEqual(['de', undefined]);
  });
});

describe('what is masked in another language follows the kinds of the policy', () => {
  const search = createSearch({ languages });
  const kindsOf = async (yaml: string) => {
    const { texts } = await search(policyOf(yaml), [said(`${german} 0173 555 0143 11`)]);
    return texts.flatMap(({ findings }) => findings.map(({ kind }) => kind));
  };

  it('a name stays where the policy lets names pass', async () => {
    const passing = defaultPolicyYaml.replace(/(NAME: .*)tokenize/, '$1passthrough');
    expect(await kindsOf(passing)).not.toContain('NAME');
    expect(await kindsOf(defaultPolicyYaml)).toContain('NAME');
  });

  it('a number gets another kind of number where the policy has no ACCOUNT', async () => {
    const without = defaultPolicyYaml.replace(/^ {2}ACCOUNT: .*\n/m, '');
    expect(await kindsOf(without)).not.toContain('ACCOUNT');
    expect((await kindsOf(without)).length).toBe((await kindsOf(defaultPolicyYaml)).length);
  });
});
