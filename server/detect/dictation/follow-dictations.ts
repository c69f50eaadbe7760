import type { Span, Speaker } from '../../domain/detection.ts';
import type { TurnReading } from './read-turn.ts';
import { mostBetween, type Piece } from './spoken-pieces.ts';

/** A turn of the conversation, by its index among the texts of a request. */
export interface ReadTurn {
  readonly index: number;
  readonly speaker: Speaker;
  readonly reading: TurnReading;
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
  speaker: Speaker | undefined;
  /** Letters and digits so far. */
  said: string;
  readonly parts: DictatedPart[];
  readonly echoes: DictatedPart[];
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

/** Adds what a turn says to an open dictation; false when the turn ends it. */
function takeTurn(open: Open, turn: ReadTurn, passedOver: Set<number>): boolean {
  const { reading, index } = turn;
  const isSilent = reading.isBare && reading.pieces.length === 0;
  const isListener = open.speaker !== undefined && open.speaker !== turn.speaker;
  if (isListener) return takeListener(open, turn, passedOver);
  if (isSilent && reading.mail === undefined) return true;
  if (namesAnother(open, reading)) return false;
  const spans = partOf(open, reading);
  if (spans.length > 0) {
    open.speaker = turn.speaker;
    open.parts.push({ index, spans });
    open.said += compactOf(reading.pieces);
    const goesOn = reading.isBare || (open.kinds.length > 0 && reading.asked === undefined);
    return goesOn && open.said.length < mostSaid;
  }
  open.talk += 1;
  const isWaiting = open.parts.length === 0 && open.kinds.length > 0 && open.talk <= mostTalk;
  return isWaiting && reading.asked === undefined && reading.trailing === 0;
}

/** Whether a turn announces a value of another kind: "my number is …", then "my account card is …". */
const namesAnother = ({ kinds }: Open, { isBare, asked }: TurnReading): boolean =>
  !isBare &&
  asked !== undefined &&
  asked.kinds.length > 0 &&
  !asked.kinds.some((kind) => kinds.includes(kind));

function takeListener(open: Open, turn: ReadTurn, passedOver: Set<number>): boolean {
  const { reading, index } = turn;
  if (!reading.isBare) return false;
  const { pieces } = reading;
  const isEcho = open.kinds.length > 0 || open.said.includes(compactOf(pieces));
  if (pieces.length > 0 && !isEcho) return false;
  passedOver.add(index);
  if (pieces.length > 0) open.echoes.push({ index, spans: spansOf(pieces) });
  return true;
}

/** What a turn adds to a value of the kinds that were asked for; empty when it says something else. */
function partOf({ kinds: [kind], parts }: Open, reading: TurnReading): readonly Span[] {
  const { isBare } = reading;
  if (kind === 'EMAIL') return mailPartOf(reading, parts.length > 0);
  const pieces = isBare
    ? reading.pieces
    : outerPieces(reading, kind !== undefined && kind !== 'NAME');
  if (kind !== 'DOB' && pieces.some(({ isDate }) => isDate)) return [];
  if (kind === 'NAME' && pieces.some(({ text }) => /\d/.test(text))) return [];
  const least = parts.length > 0 ? 2 : 3;
  return isBare || compactOf(pieces).length >= least ? spansOf(pieces) : [];
}

function mailPartOf(
  { mail, isJoined, pieces, asked }: TurnReading,
  isBegun: boolean,
): readonly Span[] {
  if (asked !== undefined && asked.kinds.length > 0 && !asked.kinds.includes('EMAIL')) return [];
  return mail !== undefined && (isJoined || isBegun || pieces.length > 0) ? [mail] : [];
}

/** The pieces around the talk of a turn: "four one three let me turn it over five eight". */
const outerPieces = (
  { pieces, leading, trailing }: TurnReading,
  isBehindToo: boolean,
): readonly Piece[] => [
  ...pieces.slice(0, leading),
  ...(isBehindToo && trailing > 0 ? pieces.slice(-trailing) : []),
];

/** The dictation that a turn begins: it asks for a value, announces one, or ends in pieces of one. */
function opened({ index, speaker, reading }: ReadTurn, isMeasured: boolean): Open | undefined {
  const { pieces, trailing, asked } = reading;
  const begun = trailing > 0 ? pieces.slice(-trailing) : [];
  const kinds = asked?.kinds ?? [];
  const isPart = begun.length > 0 && (kinds[0] === 'DOB' || !begun.some(({ isDate }) => isDate));
  if (!isPart && kinds.length === 0) return undefined;
  return {
    kinds,
    speaker: isPart ? speaker : undefined,
    said: isPart ? compactOf(begun) : '',
    parts: isPart ? [{ index, spans: spansOf(begun) }] : [],
    echoes: [],
    talk: 0,
    isMeasured: isMeasured && asked === undefined,
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

function finished({ kinds, parts, echoes, said, isMeasured }: Open): readonly Dictation[] {
  if (parts.length === 0) return [];
  if (kinds.length > 0) return [{ kinds, parts, echoes, isAmounts: false }];
  if (parts.length < 2) return [];
  const digits = said.replace(/\D/g, '');
  const isAmounts = isMeasured || isCounting(digits);
  const isValue = digits.length >= fewestDigits && !isAmounts;
  return [{ kinds: isValue ? ['ACCOUNT'] : [], parts, echoes, isAmounts }];
}

/** "one", "two", "three": somebody counts. */
const isCounting = (digits: string): boolean =>
  '1234567891011121314151617181920'.startsWith(digits) || '109876543210'.includes(digits);
