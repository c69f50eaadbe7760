import {
  acrossHesitations,
  compilePolicyWords,
  detectRegex,
  findPolicyWords,
  mergeDetections,
  namesByContext,
  type PolicyWords,
  toOriginal,
  viewsOf,
  withCodeLetters,
  withNamesOfLanguages,
  withoutEscapes,
  withoutNever,
} from '../detect/index.ts';
import {
  canonicalValue,
  type Detection,
  type DetectionInput,
  type Finding,
  type Shadow,
  type Span,
  type Speaker,
  type Utterance,
} from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import type { ActivePolicy, PassName, Policy } from '../domain/policy.ts';
import { chunksOf, mapInSlices, runExclusive } from '../domain/time-slices.ts';
import { decodeEscapes, shadowOf } from '../normalize/index.ts';
import type { Detector, SecondReading } from '../ports/detector.ts';
import { policyOfOtherKinds } from './kinds-in-clear.ts';

/** What was found in one text. */
export interface PassFindings {
  readonly findings: readonly Finding[];
  /** Of kinds that the policy does not look for: they are counted, and sent as they are. */
  readonly inClear: readonly Finding[];
  /** What the policy's `never` took away; absent for none (design D51). */
  readonly vetoed?: readonly Detection[];
}

interface PassOptions {
  readonly passes: readonly PassName[];
  readonly model: Detector | undefined;
  /** Whether the text at this index is searched for itself; a joined text repeats others. */
  readonly isAlone: (index: number) => boolean;
  /** For each text that says nothing else but everyday words, the values of the call in it: the model does not see it. */
  readonly spared?: readonly (readonly Detection[] | undefined)[];
  /** Called for each text in which something was found; what it throws ends the search. */
  readonly onFound?: ((index: number) => void) | undefined;
}

/** Texts that are searched before the next ones are. */
const textsAtOnce = 512;

/**
 * What the passes and the policy's own words find in each text; the model runs if it is one of the passes.
 * The patterns of kinds that the policy does not look for run under every policy.
 */
export async function runPasses(
  active: ActivePolicy,
  inputs: readonly DetectionInput[],
  { isAlone, spared = [], onFound, ...options }: PassOptions,
): Promise<readonly PassFindings[]> {
  const secondReading: SecondReading = { pieces: mostReadAgain };
  const all: PassFindings[] = [];
  for (const some of chunksOf(inputs, textsAtOnce)) {
    const first = all.length;
    const found = await passesOver(active, some, {
      ...options,
      secondReading,
      isAlone: (index) => isAlone(first + index),
      spared: spared.slice(first, first + some.length),
    });
    found.forEach(({ findings }, index) => {
      if (findings.length > 0) onFound?.(first + index);
    });
    all.push(...found);
  }
  return all;
}

async function passesOver(
  active: ActivePolicy,
  inputs: readonly DetectionInput[],
  {
    passes,
    model,
    isAlone,
    spared = [],
    secondReading,
  }: PassOptions & { readonly secondReading: SecondReading },
): Promise<readonly PassFindings[]> {
  const useModel = passes.includes('nermodel') && model !== undefined;
  const { policy } = active;
  // The model has its own thread: started first, it works while the patterns run here.
  const [byModel, byRegex] = await Promise.all([
    useModel ? modelPass({ model, secondReading }, inputs, spared) : [],
    regexPass(
      active,
      inputs.map((input, index) => withoutValues(input, spared[index], policy.languages)),
      { passes, isAlone },
    ),
  ]);
  const words = policyWords(policy);
  const others = policyOfOtherKinds(active);
  return mapInSlices(inputs, (input, index) => {
    const { utterance, before } = input;
    const { text } = utterance;
    const { own: byPattern, ofOthers } = itemAt(byRegex, index);
    const ofModel = useModel
      ? withNamesOfLanguages(text, itemAt(byModel, index), before, policy.languages)
      : [];
    const found = [...byPattern, ...ofModel, ...(spared[index] ?? [])];
    const names = useModel ? namesByContext(text, found, before) : [];
    const { found: own, never } = words === undefined ? noHits : findPolicyWords(utterance, words);
    found.push(...names, ...own);
    found.push(...withCodeLetters(text, found), ...acrossHesitations(text, found));
    const winners = mergeDetections([found], policy, text);
    const { kept, vetoed } = withoutNever(winners, found, never, { policy, text });
    // The clinic's side mostly names itself: only an organization that a caller names counts as sent in the clear.
    const isCounted = (one: Detection) =>
      one.kind !== 'ORGANIZATION' || utterance.speaker === 'user';
    const left = isAlone(index) ? [ofOthers, ofModel.filter(isCounted), names] : [];
    const toCount = mergeDetections(left, others, text);
    const ownNames = toCount.length === 0 ? [] : neverIn(utterance, others);
    const { kept: inClear } = withoutNever(toCount, [], ownNames, { policy: others, text });
    const findingsOf = (detections: readonly Detection[]) =>
      detections.map((detection) => findingOf(detection, utterance));
    return {
      findings: findingsOf(kept),
      inClear: findingsOf(inClear),
      ...(vetoed && { vetoed }),
    };
  });
}

const noHits = { found: [], never: [] };
const wordsByPolicy = new WeakMap<Policy, { readonly words: PolicyWords | undefined }>();

function policyWords(policy: Policy): PolicyWords | undefined {
  const known = wordsByPolicy.get(policy) ?? {
    words: compilePolicyWords(policy, (phrase) => shadowOf(phrase, policy.languages).text),
  };
  wordsByPolicy.set(policy, known);
  return known.words;
}

/** Where the policy's `never` says that a text holds no value of a kind (design D51). */
export function neverIn(utterance: Utterance, policy: Policy): readonly Detection[] {
  const words = policyWords(policy);
  return words === undefined ? [] : findPolicyWords(utterance, words).never;
}

/** The model, and what it may read again of the request. */
interface AskedModel {
  readonly model: Detector;
  readonly secondReading: SecondReading;
}

/** What the model finds in each text as written and, where it has escapes, also as decoded; nothing in the `spared`. */
async function modelPass(
  question: AskedModel,
  all: readonly DetectionInput[],
  spared: PassOptions['spared'] = [],
): Promise<readonly (readonly Detection[])[]> {
  const inputs = all.filter((_, index) => spared[index] === undefined);
  const plain = await mapInSlices(inputs, ({ utterance }) => decodeEscapes(utterance.text));
  const readings = inputs.flatMap(({ utterance: { speaker }, before }, index) => {
    const text = plain[index]?.text;
    return text === undefined ? [] : [{ utterance: lazyUtterance(text, speaker), before }];
  });
  const answers = await askModel(question, [...inputs, ...readings]);
  let next = inputs.length;
  const found = await mapInSlices(inputs, ({ utterance }, index) => {
    const shadow = plain[index];
    const written = answers[index] ?? missingAnswer();
    if (shadow === undefined) return written;
    const read = answers[next++] ?? missingAnswer();
    return withoutEscapes(
      [...written, ...read.map((hit) => toOriginal(hit, shadow))],
      utterance.text,
    );
  });
  let asked = 0;
  return all.map((_, index) =>
    spared[index] === undefined ? (found[asked++] ?? missingAnswer()) : [],
  );
}

/** Characters in one question to the model, which serves the questions of all requests in turns. */
const charactersPerQuestion = 4_000;
/** The same where a request has more than one question: others wait for one at a time. */
const charactersPerPart = 1_500;
/** Characters that a text costs the model besides its own: those of the turns before it. */
const contextCharacters = 200;
const weightOf = ({ utterance }: DetectionInput): number =>
  utterance.text.length + contextCharacters;

/** Word pieces that the model may read again of one request, in the order of its texts (decision 0149). */
const mostReadAgain = 16_384;

async function askModel(
  { model, secondReading }: AskedModel,
  inputs: readonly DetectionInput[],
): Promise<readonly (readonly Detection[])[]> {
  const answers: (readonly Detection[])[] = [];
  const isShort = inputs.reduce((sum, input) => sum + weightOf(input), 0) <= charactersPerQuestion;
  const lists = isShort ? [inputs] : [...chunksOf(inputs, charactersPerPart, weightOf)];
  for (const some of lists) {
    const found = await (lists.length === 1
      ? model.detect(some, secondReading)
      : runExclusive(() => model.detect(some, secondReading)));
    if (found.length !== some.length) missingAnswer();
    answers.push(...found);
  }
  return answers;
}

/** What the patterns find in each text: of the policy's own kinds, and of those it does not look for. */
async function regexPass(
  active: ActivePolicy,
  inputs: readonly DetectionInput[],
  { passes, isAlone }: Omit<PassOptions, 'model'>,
): Promise<readonly Readonly<Record<'own' | 'ofOthers', readonly Detection[]>>[]> {
  const { policy } = active;
  const others = policyOfOtherKinds(active);
  return mapInSlices(inputs, (input, index) => {
    const views = viewsOf(input, policy.languages);
    return {
      own: passes.includes('regex') ? detectRegex(input, policy, views) : [],
      ofOthers: isAlone(index) ? detectRegex(input, others, views) : [],
    };
  });
}

/** Stands for a value whose kind is known: no pattern has it. */
const filler = '\u2588';

/** An input whose text has `filler` in place of these values: patterns search what stands around them. */
function withoutValues(
  input: DetectionInput,
  values: readonly Detection[] | undefined = [],
  languages?: readonly string[],
): DetectionInput {
  if (values.length === 0) return input;
  const { text: whole, speaker } = input.utterance;
  const text = values.reduce(
    (left, { start, end }) => left.slice(0, start) + filler.repeat(end - start) + left.slice(end),
    whole,
  );
  return { ...input, utterance: lazyUtterance(text, speaker, languages) };
}

/** A missing answer does not mean that the text holds nothing. */
function missingAnswer(): never {
  throw new Error('the model left a text unanswered');
}

/** Adds the canonical form, read from the shadow so that spoken and written digits agree. */
export function findingOf(detection: Detection, utterance: Utterance): Finding {
  const [start, end] = valueSpan(detection);
  return {
    ...detection,
    canonical: canonicalValue(detection.kind, writtenForm(utterance, start, end)),
  };
}

/** Where the value of a detection stands, which is all of it but an abandoned start. */
export function valueSpan({ start, end, said }: Detection): Span {
  return said !== undefined && said[0] >= start && said[1] <= end ? said : [start, end];
}

/** The shadow text of an original span. */
export function writtenForm({ text, shadow }: Utterance, start: number, end: number): string {
  if (shadow.text === text) return text.slice(start, end);
  const from = countUpTo(shadow.ends, start);
  return shadow.text.slice(from, countUpTo(shadow.starts, end - 1));
}

/** How many of these ascending numbers are `most` or less. */
export function countUpTo(numbers: Uint32Array, most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(numbers, middle) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

class LazyUtterance implements Utterance {
  readonly text: string;
  readonly speaker: Speaker;
  readonly #languages: readonly string[] | undefined;
  #shadow: Shadow | undefined;

  constructor(text: string, speaker: Speaker, languages: readonly string[] | undefined) {
    this.text = text;
    this.speaker = speaker;
    this.#languages = languages;
  }

  get shadow(): Shadow {
    this.#shadow ??= shadowOf(this.text, this.#languages);
    return this.#shadow;
  }
}

/**
 * A text whose shadow is made on first use, read in the languages that the policy covers. Of one class: a getter of
 * its own would make each text a slow object.
 */
export function lazyUtterance(
  text: string,
  speaker: Speaker,
  languages?: readonly string[],
): Utterance {
  return new LazyUtterance(text, speaker, languages);
}
