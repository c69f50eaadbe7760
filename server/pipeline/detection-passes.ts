import {
  detectRegex,
  mergeDetections,
  namesByContext,
  toOriginal,
  withoutEscapes,
} from '../detect/index.ts';
import {
  canonicalValue,
  type Detection,
  type DetectionInput,
  type Finding,
  type Shadow,
  type Speaker,
  type Utterance,
} from '../domain/detection.ts';
import type { ActivePolicy, PassName } from '../domain/policy.ts';
import { chunksOf, mapInSlices, runExclusive } from '../domain/time-slices.ts';
import { decodeEscapes, shadowOf } from '../normalize/index.ts';
import type { Detector } from '../ports/detector.ts';

/** What the passes find in each text; the model runs if it is one of them. */
export async function runPasses(
  active: ActivePolicy,
  inputs: readonly DetectionInput[],
  passes: readonly PassName[],
  model: Detector | undefined,
): Promise<readonly (readonly Finding[])[]> {
  if (inputs.length === 0) return [];
  const useModel = passes.includes('nermodel') && model !== undefined;
  const plain = useModel
    ? await mapInSlices(inputs, ({ utterance }) => decodeEscapes(utterance.text))
    : [];
  // The model has its own thread: started first, it works while the patterns run here.
  const [byModel, byRegex] = await Promise.all([
    useModel ? modelPass(model, inputs, plain) : [],
    regexPass(active, inputs, passes),
  ]);
  return mapInSlices(inputs, (input, index) => {
    const { text } = input.utterance;
    const found = [byRegex[index] ?? [], byModel[index] ?? []];
    const names = useModel ? namesByContext(text, found.flat()) : [];
    return mergeDetections([...found, names], active.policy, text).map((detection) =>
      findingOf(detection, input.utterance),
    );
  });
}

/** What the model finds in each text as written and, where it has escapes, also as decoded. */
async function modelPass(
  model: Detector,
  inputs: readonly DetectionInput[],
  plain: readonly (Shadow | undefined)[],
): Promise<readonly (readonly Detection[])[]> {
  const readings = inputs.flatMap(({ utterance: { speaker }, before }, index) => {
    const text = plain[index]?.text;
    return text === undefined ? [] : [{ utterance: lazyUtterance(text, speaker), before }];
  });
  const answers = await askModel(model, [...inputs, ...readings]);
  let next = inputs.length;
  return mapInSlices(inputs, ({ utterance }, index) => {
    const shadow = plain[index];
    const written = answers[index] ?? missingAnswer();
    if (shadow === undefined) return written;
    const read = answers[next++] ?? missingAnswer();
    return withoutEscapes(
      [...written, ...read.map((hit) => toOriginal(hit, shadow))],
      utterance.text,
    );
  });
}

/** Characters in one question to the model, which serves the questions of all requests in turns. */
const charactersPerQuestion = 4_000;
/** Characters that a text costs the model besides its own: those of the turns before it. */
const contextCharacters = 200;
const weightOf = ({ utterance }: DetectionInput): number =>
  utterance.text.length + contextCharacters;

async function askModel(
  model: Detector,
  inputs: readonly DetectionInput[],
): Promise<readonly (readonly Detection[])[]> {
  const answers: (readonly Detection[])[] = [];
  const lists = [...chunksOf(inputs, charactersPerQuestion, weightOf)];
  for (const some of lists) {
    const found = await (lists.length === 1
      ? model.detect(some)
      : runExclusive(() => model.detect(some)));
    if (found.length !== some.length) missingAnswer();
    answers.push(...found);
  }
  return answers;
}

async function regexPass(
  { policy }: ActivePolicy,
  inputs: readonly DetectionInput[],
  passes: readonly PassName[],
): Promise<readonly (readonly Detection[])[]> {
  return mapInSlices(inputs, (input) =>
    passes.includes('regex') ? detectRegex(input, policy) : [],
  );
}

/** A missing answer does not mean that the text holds nothing. */
function missingAnswer(): never {
  throw new Error('the model left a text unanswered');
}

/** Adds the canonical form, read from the shadow so that spoken and written digits agree. */
export function findingOf(detection: Detection, utterance: Utterance): Finding {
  return {
    ...detection,
    canonical: canonicalValue(
      detection.kind,
      writtenForm(utterance, detection.start, detection.end),
    ),
  };
}

/** The shadow text of an original span. */
function writtenForm({ text, shadow }: Utterance, start: number, end: number): string {
  if (shadow.text === text) return text.slice(start, end);
  const from = countUpTo(shadow.ends, start);
  return shadow.text.slice(from, countUpTo(shadow.starts, end - 1));
}

/** How many of these ascending numbers are `most` or less. */
export function countUpTo(numbers: Uint32Array, most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A text whose shadow is made on first use. */
export function lazyUtterance(text: string, speaker: Speaker): Utterance {
  let shadow: Shadow | undefined;
  return {
    text,
    speaker,
    get shadow() {
      shadow ??= shadowOf(text);
      return shadow;
    },
  };
}
