import type { PartView, ReplyView, SpanView, TurnView } from '../../server/contract/live.ts';
import { callStrings } from './strings.ts';

/** A range of a text for one detection. */
export interface Mark {
  /** The same on both sides. */
  readonly link: string;
  readonly kind: string;
  /** What a chip says that stands for the hidden value, such as `NAME 1`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** False where the value was sent in the clear. */
  readonly masked: boolean;
}

interface TextSegment {
  readonly from: number;
  readonly text: string;
  readonly mark?: Mark;
}

/** The text in segments, split at its marks. Marks that overlap an earlier one or lie outside are dropped. */
export function splitAtMarks(text: string, marks: readonly Mark[]): readonly TextSegment[] {
  const parts: TextSegment[] = [];
  let at = 0;
  for (const mark of [...marks].sort((a, b) => a.start - b.start)) {
    if (mark.start < at || mark.end <= mark.start || mark.end > text.length) continue;
    if (mark.start > at) parts.push({ from: at, text: text.slice(at, mark.start) });
    parts.push({ from: mark.start, text: text.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  if (at < text.length) parts.push({ from: at, text: text.slice(at) });
  return parts;
}

/** One text of a turn on both sides; `regulated` is absent while that side is hidden. */
export interface TextRow {
  readonly key: string;
  readonly turn: number;
  /** `user`, `assistant`, `system` or `tool`. */
  readonly speaker: string;
  readonly role: string;
  readonly public: string;
  readonly publicMarks: readonly Mark[];
  readonly regulated?: string;
  readonly regulatedMarks: readonly Mark[];
  /** Stands for a hidden regulated side: the masked text; absent where nothing was sent. */
  readonly veiled?: string;
}

const sideStrings = callStrings.sides;

/** The texts of a turn in order: the request, then the replies. */
export function rowsOf(turn: TurnView): readonly TextRow[] {
  return [
    ...turn.parts.map((part) => requestRow(turn, part)),
    ...turn.replies.map((reply) => replyRow(turn, reply)),
  ];
}

/** False if the leak scan blocked the request, or the service refused it. */
function wasSent({ scan, completed }: TurnView): boolean {
  return scan?.verdict !== 'blocked' && (completed?.status !== 'error' || completed.added_us > 0);
}

function requestRow(turn: TurnView, part: PartView): TextRow {
  const key = `${turn.turn} ${part.part}`;
  const sent = wasSent(turn);
  const marks = part.spans.map((span, index) => ({
    link: `${key} ${index}`,
    kind: span.kind,
    name: nameOf(span),
    label: sideStrings.mark(`${span.kind} ${span.placeholder}`, span.action, span.detector),
    masked: span.action !== 'passthrough' && span.action !== 'off',
    span,
  }));
  const placed = (side: 'public' | 'regulated') =>
    marks.flatMap(({ span, ...mark }) => {
      const range = span[side];
      return range === undefined ? [] : [{ ...mark, start: range[0], end: range[1] }];
    });
  return {
    key,
    turn: turn.turn,
    speaker: part.role,
    role: sideStrings.roles[part.role] ?? part.role,
    public: sent ? part.public : sideStrings.notSent,
    publicMarks: sent ? placed('public') : [],
    // What was not sent may hold the leak that stopped it.
    ...(sent && { veiled: part.public }),
    ...(part.regulated === undefined ? {} : { regulated: part.regulated }),
    regulatedMarks: placed('regulated'),
  };
}

/** `NAME 1` of the placeholder `[NAME_01]`. */
function nameOf({ kind, placeholder = '' }: Partial<SpanView> & Pick<SpanView, 'kind'>): string {
  const number = /_(\d+)\]$/.exec(placeholder)?.[1];
  return number === undefined ? kind : `${kind} ${Number(number)}`;
}

function replyRow({ turn }: TurnView, reply: ReplyView): TextRow {
  const key = `${turn} reply ${reply.choice} ${reply.channel}`;
  const mark = (
    index: number,
    { kind, placeholder }: { readonly kind: string; readonly placeholder?: string | undefined },
    [start, end]: readonly [number, number],
    label = placeholder === undefined ? kind : `${kind} ${placeholder}`,
  ): Mark => ({
    link: `${key} ${index}`,
    kind,
    name: nameOf({ kind, ...(placeholder !== undefined && { placeholder }) }),
    start,
    end,
    label,
    masked: true,
  });
  return {
    key,
    turn,
    speaker: 'assistant',
    role: reply.channel.startsWith('tool') ? sideStrings.toolCall : sideStrings.reply,
    public: reply.public,
    veiled: reply.public,
    publicMarks: reply.tokens.map((token, index) => mark(index, token, token.public)),
    ...(reply.regulated === undefined ? {} : { regulated: reply.regulated }),
    regulatedMarks: (reply.values ?? []).map((value, index) =>
      mark(index, value, value.regulated, value.restored ? undefined : `[REDACTED:${value.kind}]`),
    ),
  };
}
