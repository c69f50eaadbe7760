import { describe, expect, it } from 'vitest';
import { supportedKinds } from '../../../server/detect/index.ts';
import { lazyUtterance, runPasses } from '../../../server/pipeline/detection-passes.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import type { Detector } from '../../../server/ports/detector.ts';

const policy = decodePolicy(defaultPolicyYaml, { kids: { has: () => true }, supportedKinds });
if (!policy.ok) throw new Error('the default policy is not valid');
const active = policy.value;

const detectorOf = (words: RegExp): Detector => ({
  version: 'none',
  detect: async (inputs) =>
    inputs.map(({ utterance: { text } }) =>
      Array.from(text.matchAll(words), ({ index, 0: found }) => ({
        kind: 'NAME',
        start: index,
        end: index + found.length,
        score: 0.9,
        detector: 'ner',
      })),
    ),
});

async function foundIn(text: string, detector: Detector): Promise<readonly string[]> {
  const inputs = [{ utterance: lazyUtterance(text, 'user'), before: [] }];
  const [found] = await runPasses(active, inputs, {
    passes: ['regex', 'nermodel'],
    model: detector,
    isAlone: () => true,
  });
  return (found?.findings ?? []).map(({ start, end }) => text.slice(start, end));
}

describe('the model reads a text with its escapes read as well (design D2)', () => {
  const words = /\b[A-Za-z]?Ann\b.Lee\b/g;

  it.each([
    ['in JSON that is cut off at the front', 'ote":"seen\\nAnn Lee","x":1}', 'Ann Lee'],
    ['in a link', '/list?name=Ann%20Lee&x=1', 'Ann%20Lee'],
    ['in HTML', 'the mother&nbsp;Ann&nbsp;Lee', 'Ann&nbsp;Lee'],
    ['as a code', '"\\u0041nn Lee" called', '\\u0041nn Lee'],
    ['as a code of a byte', '"\\x41nn\\x20Lee" called', '\\x41nn\\x20Lee'],
  ])('%s', async (_, text, name) => {
    expect(await foundIn(text, detectorOf(words))).toEqual([name]);
  });

  it('the request is refused when the model does not answer for a decoded text', async () => {
    const detector: Detector = { version: 'none', detect: async () => [[]] };
    await expect(foundIn('seen%20Ann', detector)).rejects.toThrow('unanswered');
  });
});

describe('a letter behind a backslash', () => {
  const none = detectorOf(/(?!)/g);

  it('a backslash is part of a login where nothing is quoted', async () => {
    expect(await foundIn('CORP\\nadia@clinic.example', none)).toEqual(['nadia@clinic.example']);
  });

  it('a backslash is an escape where something is quoted', async () => {
    expect(await foundIn('"seen\\nadia@clinic.example"', none)).toEqual(['adia@clinic.example']);
  });
});
