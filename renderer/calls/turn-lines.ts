import type { SessionEvent } from '../../server/contract/sessions.ts';
import { formatDuration, formatLanguage, plural } from '../lib/format.ts';
import { callStrings } from './strings.ts';

const words = callStrings.detail.timeline.turn;

/** What happened in a turn, in a line. */
export interface TurnLine {
  /** From 0. */
  readonly turn: number;
  readonly at: string;
  readonly line: string;
}

type Part = (event: SessionEvent) => string;

const parts: Readonly<Record<string, Part>> = {
  request_masked: ({ spans_by_kind, values_by_kind, credential_kind: kind, credential_id: id }) =>
    [
      ...(kind === 'signature' ? [words.signed] : []),
      ...(typeof id === 'string' ? [words.byToken(id)] : []),
      words.masked(counts(values_by_kind ?? spans_by_kind)),
    ].join(' · '),
  language_not_covered: ({ language }) => words.language(formatLanguage(String(language))),
  egress_scanned: ({ verdict, in_clear_by_kind: clear }) =>
    counts(clear).length > 0
      ? words.inClear(counts(clear))
      : verdict === 'clean'
        ? words.clean
        : words.leak,
  leak_blocked: () => words.blocked,
  function_ended: ({ function: name, outcome, duration_us: us }) =>
    words.ran(String(name), String(outcome), formatDuration(Number(us) / 1000)),
  response_completed: ({ status, duration_us: us, restored, failed }) =>
    [
      status === 'error' ? words.noReply : words.reply(formatDuration(Number(us) / 1000)),
      ...(status === 'partial' ? [words.cut] : []),
      ...(Number(restored) > 0 ? [`${plural(Number(restored), 'value')} restored`] : []),
      ...(Number(failed) > 0 ? [`${plural(Number(failed), 'value')} not restored`] : []),
    ].join(', '),
};

/** `NAME 2`, for each kind. */
function counts(kinds: unknown): readonly string[] {
  return Object.entries((kinds ?? {}) as Record<string, number>).map(
    ([kind, count]) => `${kind} ${count}`,
  );
}

/** A line for each turn of these events, in order. */
export function turnLines(events: readonly SessionEvent[]): readonly TurnLine[] {
  const lines = new Map<number, { readonly at: string; readonly said: string[] }>();
  for (const event of events) {
    const part = parts[event.kind];
    if (part === undefined || typeof event['turn'] !== 'number') continue;
    const line = lines.get(event['turn']) ?? { at: event.ts, said: [] };
    line.said.push(part(event));
    lines.set(event['turn'], line);
  }
  return [...lines].map(([turn, { at, said }]) => ({ turn, at, line: said.join(' · ') }));
}
