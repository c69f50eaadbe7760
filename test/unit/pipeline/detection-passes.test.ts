import { describe, expect, it } from 'vitest';
import { supportedKinds } from '../../../server/detect/index.ts';
import { lazyUtterance, runPasses } from '../../../server/pipeline/detection-passes.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import type { Detector } from '../../../server/ports/detector.ts';
import { foundBy } from '../../support/found-by.ts';

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
        ...foundBy('ner'),
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

describe('what the model may read again of a request is spent in the order of its texts (decision 0149)', () => {
  it('a question gets what the questions before it have left', async () => {
    const offered: number[] = [];
    const model: Detector = {
      version: 'none',
      detect: async (inputs, secondReading) => {
        offered.push(secondReading?.pieces ?? 0);
        if (secondReading !== undefined) secondReading.pieces -= 6_000;
        return inputs.map(() => []);
      },
    };
    const inputs = Array.from({ length: 40 }, (_, no) => ({
      utterance: lazyUtterance(`text ${no}`, 'tool'),
      before: [],
    }));
    await runPasses(active, inputs, { passes: ['nermodel'], model, isAlone: () => true });
    expect(offered.slice(0, 3)).toEqual([16_384, 10_384, 4_384]);
  });
});

describe('a search of many texts', () => {
  it('ends as soon as its caller has seen enough', async () => {
    let read = 0;
    const model: Detector = {
      ...detectorOf(/Ann Lee/g),
      detect: async (inputs) => {
        read += inputs.length;
        return detectorOf(/Ann Lee/g).detect(inputs);
      },
    };
    const inputs = Array.from({ length: 3_000 }, () => ({
      utterance: lazyUtterance('Ann Lee', 'tool'),
      before: [],
    }));
    const onFound = (index: number): void => {
      if (index >= 700) throw new Error('enough');
    };
    const options = { passes: ['nermodel'], model, isAlone: () => true, onFound } as const;
    await expect(runPasses(active, inputs, options)).rejects.toThrow('enough');
    expect(read).toBeLessThan(1_500);
  });
});
