import type { PartView, ReplyView, TurnView } from '../../server/contract/live.ts';
import { type Mark, marksOf, nameOf } from '../exposure/marks.ts';
import { kindName } from '../ui/kind-names.ts';
import { callStrings } from './strings.ts';

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
  const placed = (side: 'public' | 'regulated') => marksOf(key, part.spans, side);
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

function roleOf({ channel, function: name }: ReplyView): string {
  return /^(?:tool|custom|function_call)\b/.test(channel)
    ? sideStrings.toolCall(name)
    : sideStrings.reply;
}

function replyRow({ turn }: TurnView, reply: ReplyView): TextRow {
  const key = `${turn} reply ${reply.choice} ${reply.channel}`;
  const mark = (
    index: number,
    { kind, placeholder }: { readonly kind: string; readonly placeholder?: string | undefined },
    [start, end]: readonly [number, number],
    label = placeholder === undefined ? kindName(kind) : `${kindName(kind)} ${placeholder}`,
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
    role: roleOf(reply),
    public: reply.public,
    veiled: reply.public,
    publicMarks: reply.tokens.map((token, index) => mark(index, token, token.public)),
    ...(reply.regulated === undefined ? {} : { regulated: reply.regulated }),
    regulatedMarks: (reply.values ?? []).map((value, index) =>
      mark(index, value, value.regulated, value.restored ? undefined : `[REDACTED:${value.kind}]`),
    ),
  };
}
