import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type NerDetector,
  openNerDetector,
} from '../../../../server/adapters/onnx/ner-detector.ts';
import {
  compileKnownValues,
  findKnownValues,
  supportedKinds,
} from '../../../../server/detect/index.ts';
import {
  type DetectionInput,
  detectorName,
  type Utterance,
} from '../../../../server/domain/detection.ts';
import { shadowOf } from '../../../../server/normalize/index.ts';
import { createSearch } from '../../../../server/pipeline/detection.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../../server/policy/index.ts';
import type { SecondReading } from '../../../../server/ports/detector.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

const models = join(import.meta.dirname, '../../../../models');
const parts = ['ner.onnx', 'lexicon.txt.br', 'vocabulary.txt', 'encoder.onnx', 'pieces.txt'];
const files = ['MANIFEST.json', ...parts];

const said = (text: string, speaker: Utterance['speaker'] = 'user'): Utterance => ({
  speaker,
  text,
  shadow: shadowOf(text),
});
const input = (text: string, question?: string): DetectionInput => ({
  utterance: said(text),
  before: question === undefined ? [] : [said(question, 'assistant')],
});

let detector: NerDetector;
beforeAll(async () => {
  detector = await openNerDetector({ modelDir: models });
});
afterAll(() => detector.close());

async function valuesIn(given: DetectionInput): Promise<string[]> {
  const [found = []] = await detector.detect([given]);
  return found
    .filter(({ score }) => score >= 0.5)
    .map(({ kind, start, end }) => `${kind} ${given.utterance.text.slice(start, end)}`);
}

describe('the model knows everyday words', () => {
  it.each([
    ['noted', true],
    ['appointment', true],
    ['grace', false],
    ['okonkwo', false],
    ['boise', false],
  ])('%s', async (word, isEveryday) => {
    await vi.waitFor(() => expect(detector.isEverydayWord?.('noted')).toBe(true), 30_000);
    expect(detector.isEverydayWord?.(word)).toBe(isEveryday);
  });
});

describe('what a provider’s model invents in a reply is masked in the history (decision 0121)', () => {
  const decoded = decodePolicy(defaultPolicyYaml, { kids: { has: () => true }, supportedKinds });
  if (!decoded.ok) throw new Error('the default policy is not valid');
  const policy = decoded.value;
  const values = compileKnownValues([
    { kind: 'NAME', canonical: 'mary miller', surface: 'Mary Miller' },
  ]);
  const known = {
    call: 'c-1',
    valuesIn: (utterance: Utterance) => findKnownValues(utterance, values),
  };

  it.each([
    ['Thank you, Mary Miller. Dr. Okonkwo will see you.', 'Okonkwo'],
    ['Thank you, Mary Miller, and say hello to karen whitfield.', 'karen whitfield'],
    ['Mary Miller, is your husband Ahmed there?', 'Ahmed'],
    ['I have noted Mary Miller on Friday with Kwabena.', 'Kwabena'],
    [
      'Is five five five oh one two three still the number of Mary Miller?',
      'five five five oh one two three',
    ],
  ])('%s', async (text, invented) => {
    await vi.waitFor(() => expect(detector.isEverydayWord?.('noted')).toBe(true), 30_000);
    const search = createSearch({ detector });
    const reply = { text, speaker: 'assistant', place: 'turn' } as const;
    const { texts } = await search(policy, [reply], { known });
    const found = texts[0]?.findings.map(({ start, end }) => text.slice(start, end)) ?? [];
    expect(found.some((one) => one.includes(invented))).toBe(true);
  });
});

describe('pass nermodel finds names and what context decides', () => {
  it.each([
    ['hi this is maria delgado calling about my refill', ['NAME maria delgado']],
    ['Please tell Dr. Okonkwo that I called.', ['NAME Okonkwo']],
    ['i grew up near boise before we moved', ['LOCATION boise']],
    ['can you refill my lisinopril', []],
    ['it is twenty three point five kilometers', []],
    ['the weather is nice today', []],
  ])('%s', async (text, values) => {
    expect(await valuesIn(input(text))).toEqual(values);
  });

  it('reads a bare answer by the question', async () => {
    const number = 'it is seven two nine four four one';
    expect(await valuesIn(input(number, 'what is your medical record number'))).toEqual([
      'MRN seven two nine four four one',
    ]);
    expect(await valuesIn(input(number, 'what is your account number'))).toEqual([
      'ACCOUNT seven two nine four four one',
    ]);
  });

  it('knows a piece of an e-mail address by the question', async () => {
    const asked = 'and the rest of your email address';
    expect(await valuesIn(input('underscore kestrel at gmail', asked))).toEqual([
      'EMAIL underscore kestrel at gmail',
    ]);
  });

  it('answers several inputs in their order, each as if it were alone', async () => {
    const inputs = ['my name is priya raman', '', 'ok thanks', 'i am tom becker'].map((text) =>
      input(text),
    );
    const together = await detector.detect(inputs);
    const alone = await Promise.all(inputs.map((one) => detector.detect([one])));
    expect(
      together.map((found) => found.map(({ kind, start, end }) => [kind, start, end])),
    ).toEqual(alone.map(([found = []]) => found.map(({ kind, start, end }) => [kind, start, end])));
  });

  it('finds the same far into a long text as at its beginning', async () => {
    const filler = 'and then we talked about the weather for a while ';
    const text = `${filler.repeat(120)}and my name is maria delgado ${filler.repeat(60)}`;
    expect(await valuesIn(input(text))).toContain('NAME maria delgado');
  });
});

describe('a long text', () => {
  it('does not hold up the event loop', async () => {
    let done = false;
    let turns = 0;
    const text = 'and then we talked about the weather for a while '.repeat(500);
    const work = detector.detect([input(text)]).finally(() => {
      done = true;
    });
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await work;
    expect(turns).toBeGreaterThan(200);
  });
});

describe('a model that is not the one of its manifest', () => {
  it.each(parts)('is refused: %s', async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'ner-test-'));
    try {
      for (const file of files) await cp(join(models, file), join(folder, file));
      const bytes = await readFile(join(folder, name));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(join(folder, name), bytes);
      await expect(openNerDetector({ modelDir: folder })).rejects.toThrow(name);
    } finally {
      await removeFolder(folder);
    }
  });

  it('is refused when a file is missing', async () => {
    await expect(openNerDetector({ modelDir: join(models, 'training') })).rejects.toThrow();
  });

  it('rejects instead of finding nothing once it is closed', async () => {
    const closed = await openNerDetector({ modelDir: models });
    await closed.close();
    await expect(closed.detect([input('my name is priya raman')])).rejects.toThrow();
  });
});

describe('the model reads again only so much of a request (decision 0149)', () => {
  const texts = ['kamira tonor', 'loben disa', 'my name is annelle okonkwo'].map((text) =>
    input(text),
  );
  const namesOf = async (secondReading?: SecondReading) =>
    (await detector.detect(texts, secondReading)).map((found) =>
      found.map((one) => `${detectorName(one)} ${one.start}-${one.end}`),
    );

  it('beyond that, what it is unsure of counts as found, under a name of its own', async () => {
    const [whole, once] = await Promise.all([namesOf(), namesOf({ pieces: 0 })]);
    expect(whole.flat().join()).not.toContain('ner.once');
    const held = once.flat().filter((one) => one.startsWith('ner.once'));
    expect(held.length).toBeGreaterThan(0);
    // No place that both readings find is lost by reading once.
    const places = (found: readonly string[][]) =>
      found.map((one) => one.map((hit) => hit.split(' ')[1]));
    for (const [index, found] of places(whole).entries())
      expect(places(once)[index]).toEqual(expect.arrayContaining(found));
  });

  it('what it read again is taken off the budget of the request', async () => {
    const secondReading = { pieces: 1_000 };
    await namesOf(secondReading);
    expect(secondReading.pieces).toBeGreaterThan(0);
    expect(secondReading.pieces).toBeLessThan(1_000);
  });
});
