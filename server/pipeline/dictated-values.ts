import {
  type Dictations,
  followDictations,
  isWholeValue,
  partsSaidAgain,
  readTurn,
  type ToldValue,
} from '../detect/index.ts';
import type { Detection, Finding, Span, Utterance } from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import type { Policy } from '../domain/policy.ts';
import { chunksOf, mapInSlices } from '../domain/time-slices.ts';
import type { TextSlot } from '../ingress/slots.ts';
import { findingOf, type PassFindings } from './detection-passes.ts';
import type { SearchedText, SpokenTexts, TextHalf } from './joined-texts.ts';

type Dictation = Dictations['all'][number];
type ReadTurn = Parameters<typeof followDictations>[0][number];
type ToldTurn = Parameters<typeof partsSaidAgain>[0][number];

/** The dictations of a request, and what its texts say of them. */
export interface RequestDictations extends SpokenTexts {
  readonly turns: readonly ReadTurn[];
}

/** Follows the values that the speakers of a request say in parts (decision 0073). */
export async function dictationsIn(
  texts: readonly Pick<TextSlot, 'place' | 'speaker'>[],
  utterances: readonly Utterance[],
): Promise<RequestDictations> {
  const readings = await mapInSlices(texts, ({ place, speaker }, index) => {
    const isSpoken = speaker === 'user' || speaker === 'assistant';
    if (place !== 'turn' || !isSpoken) return undefined;
    return { index, speaker, reading: readTurn(itemAt(utterances, index)) };
  });
  const turns = readings.filter((one) => one !== undefined);
  const { passedOver } = followDictations(turns);
  const isSilent = (index: number): boolean => {
    const reading = readings[index]?.reading;
    return reading?.isBare === true && reading.pieces.length === 0 && reading.mail === undefined;
  };
  const saysDigits = (index: number): boolean => {
    const pieces = readings[index]?.reading.pieces ?? [];
    const isMonth = ({ isDate, text }: (typeof pieces)[number]): boolean =>
      isDate && !/\d/.test(text);
    return pieces.some(({ text }) => /\d/.test(text)) && !pieces.some(isMonth);
  };
  const asksForValue = (index: number): boolean => readings[index]?.reading.asked !== undefined;
  const isAcknowledgement = (index: number): boolean => passedOver.has(index) || isSilent(index);
  return { turns, isAcknowledgement, saysDigits, asksForValue };
}

/** Turns between pauses. */
const turnsAtOnce = 64;
const byDictation = { source: 'pattern', id: 'dictation', strength: 'strong' } as const;
/** Surer than a pattern that saw some of the parts only. */
const score = 0.99;

/**
 * The halves by text that the joined texts give, without those that are amounts said turn by turn, and the
 * pieces of dictated values: of the kind that the joined texts were found to hold, else of the one that was
 * asked for. Pauses often (design D43).
 */
export function* withDictations(
  { turns }: RequestDictations,
  joined: readonly (readonly TextHalf[])[],
  texts: readonly SearchedText[],
  policy: Policy,
): Generator<undefined, ReadonlyMap<number, readonly TextHalf[]>> {
  const withKinds: ReadTurn[] = [];
  for (const some of chunksOf(turns, turnsAtOnce)) {
    withKinds.push(...some.map((turn) => withTold(turn, texts)));
    yield undefined;
  }
  const { all } = followDictations(withKinds);
  yield undefined;
  const amounts = new Set(
    all.flatMap(({ isAmounts, parts }) => (isAmounts ? parts.map(({ index }) => index) : [])),
  );
  const kept = joined.filter((halves) => !halves.every(({ index }) => amounts.has(index))).flat();
  const halves = Map.groupBy(kept, ({ index }) => index);
  const pieces = all.flatMap((dictation) => {
    const asked = kindOf(dictation, halves, policy);
    const kind = asked === 'EMAIL' ? asked : (kindFoundAlone(dictation, texts) ?? asked);
    if (kind === undefined || isFoundAlone(dictation, kind, texts)) return [];
    return [...dictation.parts, ...dictation.echoes].flatMap(({ index, spans }) => {
      const { utterance, ...text } = itemAt(texts, index);
      return spans
        .filter(
          (span) => !foundIn(text).some((one) => isWholly(span, one) && !mayBePart(one, kind)),
        )
        .map(([start, end]) => {
          const detection = { kind, start, end, score, ...byDictation };
          return { index, half: findingOf(detection, utterance) };
        });
    });
  });
  const dictated = Map.groupBy([...kept, ...pieces], ({ index }) => index);
  yield undefined;
  const again = yield* halvesSaidAgain(turns, dictated, texts);
  if (again.length === 0) return dictated;
  return Map.groupBy([...kept, ...pieces, ...again], ({ index }) => index);
}

function withTold(turn: ReadTurn, texts: readonly SearchedText[]): ReadTurn {
  const { findings } = itemAt(texts, turn.index);
  if (findings.length === 0) return turn;
  const whole = findings.filter(
    ({ kind, canonical }) =>
      isWholeValue(kind, canonical) && (kind !== 'EMAIL' || canonical.includes('@')),
  );
  return { ...turn, told: findings.map(kindOfFinding), whole: whole.map(kindOfFinding) };
}

const kindOfFinding = ({ kind }: Finding): string => kind;

/** The parts of values told in these turns that are said once more, put right or completed. */
function* halvesSaidAgain(
  turns: readonly ReadTurn[],
  halves: ReadonlyMap<number, readonly TextHalf[]>,
  texts: readonly SearchedText[],
): Generator<undefined, readonly TextHalf[]> {
  const told: ToldTurn[] = [];
  for (const some of chunksOf(turns, turnsAtOnce)) {
    for (const { index, reading } of some) {
      const { utterance, findings } = itemAt(texts, index);
      const parts = (halves.get(index) ?? []).map(({ half }) => half);
      told.push({ index, utterance, reading, told: [...findings, ...parts].map(toldValue) });
    }
    yield undefined;
  }
  const again = yield* partsSaidAgain(told);
  return again.map(({ index, kind, span: [start, end] }) => {
    const detection = { kind, start, end, score, ...byDictation };
    return { index, half: findingOf(detection, itemAt(texts, index).utterance) };
  });
}

/** The score of a number that only its form shows to be somebody's. */
const guess = 0.2;

const toldValue = ({ kind, canonical, start, end, score: own }: Finding): ToldValue => ({
  kind,
  signs: canonical.replace(/[^\p{L}\p{N}]/gu, ''),
  start,
  end,
  isGuess: own <= guess,
});

/** What a text shows by itself, also where the policy's `never` leaves it readable. */
const foundIn = ({ findings, vetoed = [] }: PassFindings): readonly Detection[] => [
  ...findings,
  ...vetoed,
];

/** Whether a turn shows by itself what this piece is: "my card is 4111 …" behind a telephone number. */
const isWholly = ([from, to]: Span, { start, end }: Detection): boolean =>
  start <= from && end >= to;

/** Part of an e-mail address may look like a name. */
const mayBePart = (finding: Detection, kind: string): boolean =>
  kind === 'EMAIL' && finding.kind === 'NAME';

const isMostOf = (one: Detection, [from, to]: Span): boolean =>
  2 * (Math.min(one.end, to) - Math.max(one.start, from)) >= to - from;

/** Whether both ends of a piece lie in something found: words that take a beginning back may stand between. */
const reachesEnds = (found: readonly Detection[], [from, to]: Span): boolean =>
  found.some(({ start, end }) => start <= from && end > from) &&
  found.some(({ start, end }) => start < to && end >= to);

/** Whether the one turn of a dictation shows its value by itself. */
function isFoundAlone({ parts }: Dictation, kind: string, texts: readonly SearchedText[]): boolean {
  const [first, second] = parts;
  if (first === undefined || second !== undefined) return false;
  const found = foundIn(itemAt(texts, first.index));
  return first.spans.every((span) =>
    kind === 'EMAIL'
      ? found.some((one) => one.kind === kind && isMostOf(one, span))
      : reachesEnds(found, span),
  );
}

/** The kind of what the one turn of a dictation shows of its value. */
function kindFoundAlone({ parts }: Dictation, texts: readonly SearchedText[]): string | undefined {
  const [first, second] = parts;
  if (first === undefined || second !== undefined) return undefined;
  const { findings } = itemAt(texts, first.index);
  const isIn = (one: Finding): boolean =>
    first.spans.some(([from, to]) => one.start < to && one.end > from);
  return findings.find(isIn)?.kind;
}

function kindOf(
  { kinds, parts }: Dictation,
  halves: ReadonlyMap<number, readonly TextHalf[]>,
  policy: Policy,
): string | undefined {
  const asked = kinds.find((kind) => policy.entities.get(kind)?.enabled === true);
  const found = parts.map(({ index }) => halves.get(index) ?? []);
  const newest: readonly TextHalf[] = found.at(-1) ?? [];
  const whole = newest.find(({ half }) =>
    found.every((some) => some.some((one) => one.half.kind === half.kind)),
  );
  return whole?.half.kind ?? asked;
}
