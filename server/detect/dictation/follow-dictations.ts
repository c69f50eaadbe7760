import type { Span, Speaker } from '../../domain/detection.ts';
import type { TurnReading } from './read-turn.ts';
import { mostBetween, type Piece } from './spoken-pieces.ts';

/** A turn of the conversation, by its index among the texts of a request. */
export interface ReadTurn {
  readonly index: number;
  readonly speaker: Speaker;
  readonly reading: TurnReading;
  /** Kinds of values found in it, and those of whole values; empty before the search. */
  readonly told?: readonly string[];
  readonly whole?: readonly string[];
}

/** The pieces of a value that one turn says. */
export interface DictatedPart {
  readonly index: number;
  /** In the original text. */
  readonly spans: readonly Span[];
}

/** A value that somebody says in parts, turn by turn, while the listener acknowledges each. */
export interface Dictation {
  /** What was asked for or announced, the most specific first; empty where nothing was. */
  readonly kinds: readonly string[];
  readonly parts: readonly DictatedPart[];
  /** What the listener read back meanwhile. */
  readonly echoes: readonly DictatedPart[];
  /** Whether its numbers count or measure something, one number a turn. */
  readonly isAmounts: boolean;
}

/** The dictations of a conversation, and turns that only keep one going. */
export interface Dictations {
  readonly all: readonly Dictation[];
  readonly passedOver: ReadonlySet<number>;
}

interface Open {
  kinds: readonly string[];
  /** What a word asked for that may stand in any sentence. */
  readonly looseKind: string | undefined;
  speaker: Speaker | undefined;
  /** Letters and digits so far. */
  said: string;
  readonly parts: DictatedPart[];
  readonly echoes: DictatedPart[];
  /** Whether its first part is a whole turn of three or more digits said one by one. */
  isSpelt: boolean;
  /** Turns of ordinary talk before the first part. */
  talk: number;
  readonly isMeasured: boolean;
}

/** Longer than any identifier with all its restarts. */
const mostSaid = 96;
/** Turns of talk between a question and its answer: "hold on, my card is in the car". */
const mostTalk = 2;
const recentTurns = 3;

/** Follows who says a value in parts, turn by turn. Linear in the number of turns. */
export function followDictations(turns: readonly ReadTurn[]): Dictations {
  const all: Open[] = [];
  const passedOver = new Set<number>();
  let open: Open | undefined;
  let measuredUntil = -1;
  for (const [at, turn] of turns.entries()) {
    const { reading } = turn;
    if (!reading.isBare && reading.isMeasured) measuredUntil = at + recentTurns;
    const goesOn = open !== undefined && takeTurn(open, turn, passedOver);
    if (goesOn) continue;
    open = opened(turn, at <= measuredUntil);
    if (open !== undefined) all.push(open);
  }
  return { all: all.flatMap(finished), passedOver };
}

/** Kinds of values that are asked for in parts. */
const followed: ReadonlySet<string> = new Set(
  'PHONE FAX SSN MRN ACCOUNT HEALTH_PLAN_ID CREDIT_CARD IBAN LICENSE VEHICLE_ID DEVICE_ID ZIP DOB'.split(
    ' ',
  ),
);
/** Adds what a turn says to an open dictation; false when the turn ends it. */
function takeTurn(open: Open, turn: ReadTurn, passedOver: Set<number>): boolean {
  const { reading } = turn;
  const isListener = open.speaker !== undefined && open.speaker !== turn.speaker;
  if (isListener) return takeListener(open, turn, passedOver);
  if (isSilent(reading)) return true;
  if (namesAnother(open, reading)) return false;
  if (isWhole(turn, open.kinds)) {
    addPart(open, turn, startOf(open, reading));
    return false;
  }
  const spans = partOf(open, reading);
  if (spans.length > 0) {
    addPart(open, turn, spans);
    const asksAnother = (reading.asked?.kinds.length ?? 0) > 0;
    const goesOn = reading.isBare || (open.kinds.length > 0 && !asksAnother);
    return goesOn && open.said.length < mostSaid;
  }
  open.talk += 1;
  const isWaiting = open.parts.length === 0 && open.kinds.length > 0 && open.talk <= mostTalk;
  return isWaiting && reading.asked === undefined && reading.trailing === 0;
}

const isSilent = ({ isBare, pieces, mail }: TurnReading): boolean =>
  isBare && pieces.length === 0 && mail === undefined;

function addPart(open: Open, { index, speaker, reading }: ReadTurn, spans: readonly Span[]): void {
  if (spans.length === 0) return;
  if (open.parts.length === 0) open.isSpelt = isSpeltOut(reading);
  open.speaker = speaker;
  open.parts.push({ index, spans });
  open.said += compactOf(reading.pieces);
}

/** What a turn says of a value before it breaks off and says it whole. */
const startOf = ({ kinds }: Open, { pieces, leading }: TurnReading): readonly Span[] =>
  kinds[0] === 'EMAIL' ? [] : spansOf(pieces.slice(0, leading));

/** Whether a turn says a whole value of a kind that was asked for. */
const isWhole = ({ whole = [] }: ReadTurn, kinds: readonly string[]): boolean =>
  whole.some((kind) => kinds.includes(kind));

/** Whether a turn announces a value of another kind: "my number is …", then "my account card is …". */
const namesAnother = ({ kinds }: Open, { isBare, asked }: TurnReading): boolean =>
  !isBare &&
  asked !== undefined &&
  asked.kinds.length > 0 &&
  !asked.kinds.some((kind) => kinds.includes(kind));

function takeListener(open: Open, turn: ReadTurn, passedOver: Set<number>): boolean {
  const { reading, index } = turn;
  if (!reading.isBare) return listensOn(open, turn);
  const { pieces } = reading;
  const isEcho = open.kinds.length > 0 || open.said.includes(compactOf(pieces));
  if (pieces.length > 0 && !isEcho) return false;
  passedOver.add(index);
  if (pieces.length > 0) open.echoes.push({ index, spans: spansOf(pieces) });
  return true;
}

/** Whether a listener who talks meanwhile reads back a part: "one moment, okay, one seven". */
function listensOn(open: Open, { index, reading }: ReadTurn): boolean {
  const isOther = reading.asked !== undefined || reading.isMeasured;
  const isNumber = open.kinds[0] !== undefined && open.kinds[0] !== 'DOB';
  const echoed = isOther || !isNumber ? [] : groupedPieces(reading, 2);
  if (echoed.length === 0 || !open.said.includes(compactOf(echoed))) return false;
  open.echoes.push({ index, spans: spansOf(echoed) });
  return true;
}

/** What a turn adds to a value of the kinds that were asked for; empty when it says something else. */
function partOf(open: Open, reading: TurnReading): readonly Span[] {
  const { isBare } = reading;
  const isBegun = open.parts.length > 0;
  const [kind] = open.kinds;
  if (kind === 'EMAIL') return mailPartOf(reading, isBegun);
  const pieces = isBare ? reading.pieces : piecesAmidTalk(reading, kind, isBegun);
  if (kind !== 'DOB' && pieces.some(({ isDate }) => isDate)) return [];
  if (kind === 'NAME' && pieces.some(({ text }) => /\d/.test(text))) return [];
  const least = isBegun ? 2 : 3;
  return isBare || compactOf(pieces).length >= least ? spansOf(pieces) : [];
}

/** Those around the talk; of a number that is begun also those amid it. */
function piecesAmidTalk(
  reading: TurnReading,
  kind: string | undefined,
  isBegun: boolean,
): readonly Piece[] {
  const isNumber = kind !== undefined && kind !== 'NAME';
  const outer = outerPieces(reading, isNumber);
  if (!isNumber || kind === 'DOB' || !isBegun || reading.isMeasured) return outer;
  const inner = groupedPieces(reading, 3);
  return reading.pieces.filter((piece) => outer.includes(piece) || inner.includes(piece));
}

function mailPartOf(
  { mail, isJoined, pieces, asked }: TurnReading,
  isBegun: boolean,
): readonly Span[] {
  if (asked !== undefined && asked.kinds.length > 0 && !asked.kinds.includes('EMAIL')) return [];
  return mail !== undefined && (isJoined || isBegun || pieces.length > 0) ? [mail] : [];
}

/** The pieces in groups of so many signs: "it's seventeen twenty one, you wrote one seven two one". */
const groupedPieces = ({ pieces, groups }: TurnReading, least: number): readonly Piece[] =>
  pieces.filter(({ start, end }) =>
    groups.some(
      ({ text, ...group }) => text.length >= least && group.start <= start && group.end >= end,
    ),
  );

/** The pieces around the talk of a turn: "four one three let me turn it over five eight". */
const outerPieces = (
  { pieces, leading, trailing }: TurnReading,
  isBehindToo: boolean,
): readonly Piece[] => [
  ...pieces.slice(0, leading),
  ...(isBehindToo && trailing > 0 ? pieces.slice(-trailing) : []),
];

/** The dictation that a turn begins: it asks for a value, announces one, or ends in pieces of one. */
function opened(turn: ReadTurn, isMeasured: boolean): Open | undefined {
  const { index, speaker, reading, told = [] } = turn;
  const { pieces, trailing, asked } = reading;
  const begun = trailing > 0 ? pieces.slice(-trailing) : [];
  const kinds = asked?.kinds ?? [];
  if (isWhole(turn, kinds)) return undefined;
  const isPart = begun.length > 0 && (kinds[0] === 'DOB' || !begun.some(({ isDate }) => isDate));
  const looseKind = asked?.looseKind;
  if (!isPart && kinds.length === 0 && looseKind === undefined) return undefined;
  return {
    kinds,
    looseKind,
    speaker: isPart ? speaker : undefined,
    said: isPart ? compactOf(begun) : '',
    parts: isPart ? [{ index, spans: spansOf(begun) }] : [],
    echoes: [],
    isSpelt: false,
    talk: 0,
    isMeasured: isMeasured && asked === undefined && !told.some((kind) => followed.has(kind)),
  };
}

const compactOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

function spansOf(pieces: readonly Piece[]): readonly Span[] {
  const spans: [number, number][] = [];
  for (const { start, end } of pieces) {
    const last = spans.at(-1);
    if (last !== undefined && start - last[1] <= mostBetween) last[1] = end;
    else spans.push([start, end]);
  }
  return spans;
}

/** Digits from which on pieces that nobody asked for are an identifier. */
const fewestDigits = 7;

function finished(open: Open): readonly Dictation[] {
  const { kinds, looseKind, parts, echoes, said } = open;
  if (parts.length === 0) return [];
  if (kinds.length > 0) return [{ kinds, parts, echoes, isAmounts: false }];
  const digits = said.replace(/\D/g, '');
  const isAmounts = open.isMeasured || isCounting(digits);
  if (looseKind !== undefined && open.isSpelt && !isAmounts)
    return [{ kinds: [looseKind], parts, echoes, isAmounts }];
  if (parts.length < 2) return [];
  const isValue = digits.length >= fewestDigits && !isAmounts;
  return [{ kinds: isValue ? ['ACCOUNT'] : [], parts, echoes, isAmounts }];
}

const isSpeltOut = ({ isBare, groups: [group, second] }: TurnReading): boolean =>
  isBare && second === undefined && group?.isSpelt === true && /^\d{3,}$/.test(group.text);

/** Of fewer digits a number that counts up or down may be a part. */
const fewestCounted = 4;

/** "one", "two", "three", "four": somebody counts. */
const isCounting = (digits: string): boolean =>
  digits.length >= fewestCounted &&
  ('1234567891011121314151617181920'.startsWith(digits) || '109876543210'.includes(digits));
