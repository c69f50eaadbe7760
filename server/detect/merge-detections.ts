import { type Detection, detectorName, isWordKind, withScore } from '../domain/detection.ts';
import type { Policy } from '../domain/policy.ts';
import { numberKinds } from './ner/labels.ts';
import { numberWord } from './vocabulary/value-words.ts';
import { functionWords } from './vocabulary/words.ts';

/** Shortest rest of an overlapped detection that is still worth masking, in UTF-16 code units. */
const minRest = 3;

/** Up to this score only the form of a number shows that it is somebody's. */
const guess = 0.2;

/**
 * One winner per character (spec, Request processing rules 2 and 3): detections of disabled kinds,
 * and model hits of kinds without `ner` or below their threshold, are dropped, overlapping ones of a kind are joined
 * unless they hold a list of values, and where kinds overlap the better keeps the characters and the other what is left
 * of it. A validated pattern beats the model; then score, length, and the policy's order decide. A value that the
 * call knows is not torn out of a longer one that a validated pattern found. The result is sorted by position, free of
 * overlap, and does not depend on the order of the lists. With the `text`, what is left of a loser is cut to its letters
 * and digits, and a weak one's to numbers. A word that the policy always masks beats them all, but a longer value that
 * holds it stays whole (design D51).
 */
export function mergeDetections(
  lists: readonly (readonly Detection[])[],
  policy: Policy,
  text?: string,
): Detection[] {
  const wanted = lists.flat().filter((detection) => isWanted(detection, policy));
  const candidates = confirmed(withoutTorn(wanted, policy));
  const [only, second] = candidates;
  if (only === undefined) return [];
  if (second === undefined) return [only];
  const order = kindOrder(policy);
  const stated = candidates.filter(isStructure);
  const always = candidates.filter(isAlways);
  const isFound = (one: Detection) => !isStructure(one) && !isAlways(one);
  const isPlain = stated.length + always.length === 0;
  const found = isPlain ? candidates : candidates.filter(isFound);
  const others = [...stated, ...joinSameKind(found)];
  const { alone, inside } = always.length === 0 ? noWords : placeAlways(always, others, policy);
  const byRank = (a: Detection, b: Detection): number =>
    byStrength(a, b) ||
    b.end - b.start - (a.end - a.start) ||
    (order.get(a.kind) ?? 0) - (order.get(b.kind) ?? 0) ||
    a.start - b.start;
  const ranked = [...alone.sort(byRank), ...others.sort(byRank), ...inside.sort(byRank)];
  // One flag per character keeps this linear in the text, however many detections there are.
  const covered = new Uint8Array(candidates.reduce((end, next) => Math.max(end, next.end), 0));
  const winners = ranked.flatMap((detection) => {
    const rests = uncovered(detection, covered);
    const isWhole = rests[0]?.end === detection.end && rests[0].start === detection.start;
    const kept = isWhole || text === undefined ? rests : worthKeeping(rests, text);
    for (const { start, end } of kept) covered.fill(1, start, end);
    return kept;
  });
  return winners.sort((a, b) => a.start - b.start);
}

/**
 * Without the values that would tear a longer one: known values in what a validated pattern found, and streets and places in the
 * name of an organization ("pine street pharmacy").
 */
function withoutTorn(detections: readonly Detection[], policy: Policy): readonly Detection[] {
  const isWhole = (one: Detection): boolean => isValidated(one) && !isKnown(one);
  const torn = new Set([
    ...tornIn(detections, isKnown, isWhole, policy),
    ...tornIn(detections, isStreetOrPlace, isOrganization, policy),
  ]);
  return torn.size === 0 ? detections : detections.filter((one) => !torn.has(one));
}

type Test = (one: Detection) => boolean;

/** The values that stand in a longer one, which is masked as strictly. */
function tornIn(
  detections: readonly Detection[],
  isValue: Test,
  isLonger: Test,
  policy: Policy,
): readonly Detection[] {
  const values = detections.filter(isValue);
  if (values.length === 0) return values;
  return [...withOverlapping(values, detections.filter(isLonger))].flatMap(([value, near]) =>
    near.some((one) => holds(one, value, policy)) ? value : [],
  );
}

/**
 * With the model's numbers joined with the longer numbers of patterns that hold them: the pattern knows where a number
 * ends and, unless it goes by the form alone, of which kind it is; both are as sure as the surer one.
 */
function confirmed(detections: readonly Detection[]): readonly Detection[] {
  const numbers = detections.filter((one) => isFromModel(one) && numericKinds.has(one.kind));
  if (numbers.length === 0) return detections;
  const patterns = detections.filter((one) => isPattern(one) && !isWordKind(one.kind));
  const joined = new Map<Detection, Detection | undefined>();
  for (const [number, near] of withOverlapping(numbers, patterns)) {
    const [holder] = near
      .filter(({ start, end }) => start <= number.start && end >= number.end)
      .sort(
        (a, b) =>
          b.score - a.score || a.start - b.start || b.end - a.end || compareText(a.kind, b.kind),
      );
    if (holder === undefined) continue;
    const { start, end } = holder;
    if (holder.score <= guess) joined.set(number, { ...number, start, end });
    else {
      const score = Math.max(number.score, (joined.get(holder) ?? holder).score);
      joined.set(holder, withScore(holder, score)).set(number, undefined);
    }
  }
  return detections.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : one));
}

const orders = new WeakMap<Policy, ReadonlyMap<string, number>>();

/** The place of each kind in the policy. */
function kindOrder(policy: Policy): ReadonlyMap<string, number> {
  const known = orders.get(policy);
  if (known !== undefined) return known;
  const order = new Map(Array.from(policy.entities.keys(), (kind, index) => [kind, index]));
  orders.set(policy, order);
  return order;
}

/** Read from the notation of a document, which states start, end and kind. */
const isStructure = ({ strength }: Detection): boolean => strength === 'certain';

/** Finds the words that the policy always masks. */
export const alwaysMasked = { source: 'policy', id: 'always', strength: 'strong' } as const;

/** Whether a detection is a word that the policy always masks. */
export const isAlways = ({ source, id }: Detection): boolean =>
  source === alwaysMasked.source && id === alwaysMasked.id;

/** How far a value is kept from the model and from the reply. */
const strictness = { passthrough: 0, tokenize: 1, redact: 2 } as const;

const strictnessOf = ({ kind }: Detection, policy: Policy): number =>
  strictness[policy.entities.get(kind)?.action ?? 'tokenize'];

const noWords = { alone: [], inside: [] };

/** Whether one is longer than the other, holds it, and is masked as strictly. */
function holds(one: Detection, other: Detection, policy: Policy): boolean {
  return (
    one.start <= other.start &&
    one.end >= other.end &&
    one.end - one.start > other.end - other.start &&
    strictnessOf(one, policy) >= strictnessOf(other, policy)
  );
}

/** Each value by its start, with the others that overlap it. */
function* withOverlapping(
  values: readonly Detection[],
  others: readonly Detection[],
): Generator<readonly [Detection, readonly Detection[]]> {
  const sorted = others.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let open: Detection[] = [];
  for (const value of values.toSorted((a, b) => a.start - b.start)) {
    const first = next;
    while ((sorted[next]?.start ?? Infinity) < value.end) next += 1;
    open = [...open, ...sorted.slice(first, next)].filter(({ end }) => end > value.start);
    yield [value, open.filter(({ start }) => start < value.end)];
  }
}

/**
 * Separates words that the policy always masks from those `inside` a longer value, which is masked as
 * strictly: tearing it would show its other parts. A word takes the parts of its kind's detections in it.
 */
function placeAlways(always: readonly Detection[], others: readonly Detection[], policy: Policy) {
  const alone: Detection[] = [];
  const inside: Detection[] = [];
  for (const [word, near] of withOverlapping(always, others)) {
    const isHeld = near.some((one) => holds(one, word, policy));
    const parts = near
      .filter(({ kind }) => kind === word.kind)
      .flatMap((one) => one.parts ?? [])
      .filter(([from, to]) => from >= word.start && to <= word.end);
    const isTorn = near.some((one) => strictnessOf(one, policy) === strictness.passthrough);
    const list = isHeld && !isTorn ? inside : alone;
    list.push(parts.length > 0 ? { ...word, parts } : word);
  }
  return { alone, inside };
}

const isKnown = ({ source }: Detection): boolean => source === 'known';

const isFromModel = ({ source }: Detection): boolean => source === 'model';

const isOrganization = ({ kind }: Detection): boolean => kind === 'ORGANIZATION';

const isStreetOrPlace = ({ kind, source }: Detection): boolean =>
  source === 'pattern' && (kind === 'ADDRESS' || kind === 'LOCATION');

const isPattern = ({ source }: Detection): boolean => source === 'pattern';

const isValidated = ({ strength }: Detection): boolean => strength !== 'weak';

const rank = { certain: 2, strong: 1, weak: 0 } as const;

/** The stronger first, then the higher score. */
const byStrength = (a: Detection, b: Detection): number =>
  rank[b.strength] - rank[a.strength] || b.score - a.score;

/** Whether the policy wants detections of this kind, with this score. */
export function isWanted(detection: Detection, policy: Policy): boolean {
  const rule = policy.entities.get(detection.kind);
  if (rule === undefined || !rule.enabled || detection.end <= detection.start) return false;
  return !isFromModel(detection) || (rule.ner && detection.score >= rule.confidenceThreshold);
}

/**
 * Unites overlapping detections of one kind under the strongest one's score and detector. Where a
 * loose one covers several validated values, the values and the loose one all stay separate.
 */
function joinSameKind(detections: readonly Detection[]): Detection[] {
  const sorted = detections.toSorted(
    (a, b) =>
      compareText(a.kind, b.kind) ||
      a.start - b.start ||
      byStrength(a, b) ||
      compareText(detectorName(a), detectorName(b)),
  );
  return overlapping(sorted).flatMap(({ group, whole }) => {
    if (group.length === 1) return whole;
    const values = isWordKind(whole.kind) ? [] : overlapping(group.filter(isValidated));
    if (values.length < 2) return [whole];
    return [...values.map((value) => value.whole), ...group.filter((one) => !isValidated(one))];
  });
}

interface Overlap {
  readonly group: Detection[];
  /** The group as one. */
  whole: Detection;
}

/** Sorted detections in groups of one kind that overlap. */
function overlapping(sorted: readonly Detection[]): readonly Overlap[] {
  const overlaps: Overlap[] = [];
  for (const next of sorted) {
    const last = overlaps.at(-1);
    if (last !== undefined && last.whole.kind === next.kind && next.start < last.whole.end) {
      last.group.push(next);
      last.whole = united(last.whole, next);
    } else overlaps.push({ group: [next], whole: next });
  }
  return overlaps;
}

const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);

function united(left: Detection, right: Detection): Detection {
  const stronger = byStrength(left, right) > 0 ? right : left;
  const parts = [...(left.parts ?? []), ...(right.parts ?? [])];
  const end = Math.max(left.end, right.end);
  return { ...stronger, start: left.start, end, ...(parts.length > 0 && { parts }) };
}

/** What `detection` has left of its characters: itself, or its long enough rests. */
function uncovered(detection: Detection, covered: Uint8Array): Detection[] {
  const rests: Detection[] = [];
  let { start } = detection;
  while (start < detection.end) {
    let end = start;
    while (end < detection.end && covered[end] === 0) end += 1;
    const isWhole = end - start === detection.end - detection.start;
    if (isWhole || end - start >= minRest) rests.push({ ...detection, start, end });
    start = end + 1;
  }
  return rests;
}

/** Below this score the words around a number are not worth masking without it. */
const weak = 0.5;

function worthKeeping(rests: readonly Detection[], text: string): Detection[] {
  return rests.flatMap((rest) => {
    const inside = text.slice(rest.start, rest.end);
    if (!isWordKind(rest.kind) && isFiller(inside)) return [];
    if (numericKinds.has(rest.kind) && !hasUnit(inside)) return [];
    const lead = inside.search(/[\p{L}\p{N}]/u);
    if (lead < 0 || (rest.score < weak && !hasNumber(inside))) return [];
    const trail = inside.length - inside.replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '').length;
    return [{ ...rest, start: rest.start + lead, end: rest.end - trail }];
  });
}

/** Whether a text has a digit or a number word. */
const hasNumber = (text: string): boolean =>
  /\p{N}/u.test(text) || (text.match(/\p{L}+/gu) ?? []).some((word) => numberWord.test(word));

const numericKinds: ReadonlySet<string> = numberKinds;

/** Whether a text has a digit, a number word or a letter that stands alone and is no Spanish "and" or "or". */
const hasUnit = (text: string): boolean =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some(
    (word) => /^[^yeou]$|\p{N}/u.test(word) || numberWord.test(word) || heardDigits.has(word),
  );

/** Function words that are heard for a digit. */
const heardDigits = new Set(['one', 'two', 'to', 'too', 'for', 'oh']);

/** Whether a text is only what joins two values, such as "and" or "no wait". */
function isFiller(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return words.every((word) => functionWords.has(word) && !heardDigits.has(word));
}
