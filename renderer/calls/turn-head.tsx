import type { TurnView } from '../../server/contract/live.ts';
import { formatClock, formatLanguage, formatMicros } from '../lib/format.ts';
import { Badge } from '../ui/feedback.tsx';
import { callStrings } from './strings.ts';

const sideStrings = callStrings.sides;
const scanTones: Readonly<Record<string, 'good' | 'bad'>> = { clean: 'good', blocked: 'bad' };
const statusTones: Readonly<Record<string, 'good' | 'bad'>> = { ok: 'good', error: 'bad' };

/** Facts of a turn: time, leak scan, delivery and latency. */
export function TurnHead({ turn }: { readonly turn: TurnView }) {
  const { completed, replies } = turn;
  return (
    <div className="turn-head">
      <h3>{sideStrings.turn(turn.turn)}</h3>
      <time dateTime={turn.at}>{formatClock(turn.at)}</time>
      <OtherLanguages turns={[turn]} />
      <Scan scan={turn.scan} />
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
export function OtherLanguages({ turns }: { readonly turns: readonly TurnView[] }) {
  const said = turns.flatMap(({ other_languages = [] }) => other_languages);
  const kinds = new Map(said.map((one) => [`${one.language} ${one.handling}`, one]));
  return [...kinds].map(([key, { language, handling }]) => (
    <Badge key={key} tone={languageTones[handling] ?? 'warn'}>
      {sideStrings.language(formatLanguage(language), handling)}
    </Badge>
  ));
}

function Scan({ scan }: { readonly scan: TurnView['scan'] }) {
  if (scan === undefined) return null;
  const hits = scan.exact_match_hits + scan.pattern_hits;
  const found = hits === 0 ? '' : `: ${sideStrings.hits(hits, scan.rules ?? [])}`;
  return (
    <>
      <Badge tone={scanTones[scan.verdict] ?? 'warn'}>
        {sideStrings.scan[scan.verdict] ?? scan.verdict}
        {found}
      </Badge>
      {scan.unreadable === undefined ? null : (
        <Badge tone="warn">{sideStrings.unreadable(scan.unreadable)}</Badge>
      )}
    </>
  );
}

/** Nothing for 0: nothing was forwarded, or no byte of a reply arrived. */
function Timing({ us, label: said }: { readonly us: number; label: (time: string) => string }) {
  return us === 0 ? null : <span>{said(formatMicros(us))}</span>;
}

function Completed({ completed }: { readonly completed: NonNullable<TurnView['completed']> }) {
  const { status, reason, restored, failed } = completed;
  const why = status === 'ok' ? '' : `: ${sideStrings.reasons[reason] ?? reason}`;
  return (
    <>
      <Badge tone={statusTones[status] ?? 'warn'}>
        {sideStrings.status[status] ?? status}
        {why}
      </Badge>
      <Timing us={completed.added_us} label={sideStrings.added} />
      <Timing us={completed.first_byte_us} label={sideStrings.firstByte} />
      <span>{sideStrings.whole(formatMicros(completed.duration_us))}</span>
      {restored === 0 ? null : <span>{sideStrings.restored(restored)}</span>}
      {failed === 0 ? null : <Badge tone="warn">{sideStrings.failed(failed)}</Badge>}
    </>
  );
}
