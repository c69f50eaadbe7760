import type { TurnView } from '../../server/contract/live.ts';
import { ExposureBadges, isExceptional, isOrdinary } from '../exposure/exposure-badges.tsx';
import { formatDuration, formatLanguage, formatMicros } from '../lib/format.ts';
import { Badge } from '../ui/feedback.tsx';
import { kindCounts } from '../ui/kind-names.ts';
import { Time } from '../ui/time.tsx';
import { callStrings } from './strings.ts';

const sideStrings = callStrings.sides;
const statusTones: Readonly<Record<string, 'bad'>> = { error: 'bad' };

interface Props {
  readonly turn: TurnView;
  /** Whether an earlier turn sent something in the clear, which the history of this one repeats. */
  readonly repeatsClear: boolean;
}

/** Whether somebody who reads the call should stop at a turn: something in it was not ordinary, and new. */
export function isException(turn: TurnView, repeatsClear: boolean): boolean {
  const { completed, exposure, failures, fallback, functions = [], local_upstream: local } = turn;
  if (completed === undefined) return false;
  return (
    isExceptional(exposure, repeatsClear) ||
    completed.status !== 'ok' ||
    failures.length > 0 ||
    fallback !== undefined ||
    local !== undefined ||
    functions.some(({ outcome }) => outcome !== 'done')
  );
}

/** Facts of a turn: time, what is not ordinary, and latency. */
export function TurnHead({ turn, repeatsClear }: Props) {
  const { completed, replies } = turn;
  // The badges of languages say how each was handled, too.
  const exposure = { ...turn.exposure, languages: [] };
  return (
    <div className="turn-head">
      <h3>{sideStrings.turn(turn.turn)}</h3>
      <Time iso={turn.at} clock />
      <OtherLanguages turns={[turn]} />
      <Masked request={turn.request} />
      {isOrdinary(exposure) && !repeatsClear ? null : (
        <ExposureBadges exposure={exposure} repeatsClear={repeatsClear} />
      )}
      <Hits scan={turn.scan} />
      <Fallback fallback={turn.fallback} />
      {turn.local_upstream === undefined ? null : (
        <Badge tone="warn">{sideStrings.local(turn.local_upstream)}</Badge>
      )}
      <FunctionRuns runs={turn.functions} />
      {completed === undefined ? (
        <span className="turn-wait">
          {replies.length === 0 ? sideStrings.waiting : sideStrings.streaming}
        </span>
      ) : (
        <Completed completed={completed} />
      )}
    </div>
  );
}

const languageTones: Readonly<Record<string, 'bad'>> = { refuse: 'bad' };

/** The languages of these turns that the policy does not cover, and what was done about them. */
function OtherLanguages({ turns }: { readonly turns: readonly TurnView[] }) {
  const said = turns.flatMap(({ other_languages = [] }) => other_languages);
  const kinds = new Map(said.map((one) => [`${one.language} ${one.handling}`, one]));
  return [...kinds].map(([key, { language, handling }]) => (
    <Badge key={key} tone={languageTones[handling] ?? 'warn'}>
      {sideStrings.language(formatLanguage(language), handling)}
    </Badge>
  ));
}

/** Values that the call masked for the first time in this turn, by kind; of an older version, their places. */
function Masked({ request }: Pick<TurnView, 'request'>) {
  if (request === undefined) return null;
  const kinds = kindCounts(request.values_by_kind ?? request.spans_by_kind);
  return <span>{sideStrings.masked(kinds)}</span>;
}

/** What the leak scan hit, in words and rules; nothing where it hit nothing. */
function Hits({ scan }: { readonly scan: TurnView['scan'] }) {
  if (scan === undefined || scan.verdict === 'clean') return null;
  const hits = scan.exact_match_hits + scan.pattern_hits;
  return <span>{sideStrings.hits(hits, scan.rules ?? [])}</span>;
}

/** That the first provider failed, and whether a second one got the turn. */
function Fallback({ fallback: second }: Pick<TurnView, 'fallback'>) {
  if (second === undefined) return null;
  const { upstream, fallback, handling } = second;
  return <Badge tone="warn">{sideStrings.fallback(upstream, fallback, handling)}</Badge>;
}

/** The functions of the clinic that a turn called, what became of each, and how long it took. */
function FunctionRuns({ runs = [] }: { readonly runs: TurnView['functions'] }) {
  return runs.map(({ run_id, function: name, outcome, duration_us: us = 0 }) =>
    outcome === undefined ? (
      <Badge key={run_id} tone="warn">
        {callStrings.functions.running(name)}
      </Badge>
    ) : (
      <Badge key={run_id} tone={outcome === 'done' ? 'good' : 'bad'}>
        {callStrings.functions.ran(name, outcome, formatDuration(us / 1000))}
      </Badge>
    ),
  );
}

function Completed({ completed }: { readonly completed: NonNullable<TurnView['completed']> }) {
  const { status, reason, restored, failed, upstream_status, failure_message, failure_function } =
    completed;
  const cause =
    upstream_status === undefined
      ? (sideStrings.reasons[reason] ?? reason)
      : sideStrings.answered(upstream_status);
  return (
    <>
      {status === 'ok' ? null : (
        <Badge tone={statusTones[status] ?? 'warn'}>
          {`${sideStrings.status[status] ?? status}: ${cause}`}
        </Badge>
      )}
      {failure_message === undefined ? null : (
        <Badge tone="warn">{sideStrings.spokenFailure(failure_function !== undefined)}</Badge>
      )}
      <span title={timings(completed)}>
        {sideStrings.whole(formatDuration(completed.duration_us / 1000))}
        {restored === 0 ? null : `, ${sideStrings.restored(restored)}`}
      </span>
      {failed === 0 ? null : <Badge tone="warn">{sideStrings.failed(failed)}</Badge>}
    </>
  );
}

/** Nothing for 0: nothing was forwarded, or no byte of a reply arrived. */
function timings({ added_us, first_byte_us }: NonNullable<TurnView['completed']>): string {
  return [
    ...(added_us === 0 ? [] : [sideStrings.added(formatMicros(added_us))]),
    ...(first_byte_us === 0 ? [] : [sideStrings.firstByte(formatMicros(first_byte_us))]),
  ].join(', ');
}
