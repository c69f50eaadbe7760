import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ExposureBadges } from '../../exposure/exposure-badges.tsx';
import { inDemo } from '../../lib/demo.ts';
import { RevealControl } from '../../reveal/reveal-control.tsx';
import { type Reveal, useReveal, valuesOfCall } from '../../reveal/use-reveal.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Empty, Notice } from '../../ui/feedback.tsx';
import { Page } from '../../ui/page.tsx';
import { commonStrings } from '../../ui/strings.ts';
import { Time } from '../../ui/time.tsx';
import { callStrings } from '../strings.ts';
import { LiveCallView } from './live-call-view.tsx';
import {
  type FeedState,
  hasFailed,
  type LiveCall,
  type LiveState,
  useLiveCalls,
  withoutValues,
} from './live-calls.ts';
import './live.css';

const liveStrings = callStrings.live;

interface LiveListProps {
  /** Newest first. */
  readonly shown: readonly LiveCall[];
  readonly current: string;
  readonly choose: (callId: string) => void;
  /** Takes an ended call out of the list. */
  readonly dismiss: (callId: string) => void;
}

/** Switches between calls in progress and calls that ended while the page was open. */
function LiveList({ shown, current, choose, dismiss }: LiveListProps) {
  return (
    <nav className="live-list" aria-label={liveStrings.list}>
      <ul>
        {shown.map(({ callId, agentName, startedAt, turnCount, exposure, ended, turns }) => (
          <li key={callId}>
            <button type="button" aria-current={callId === current} onClick={() => choose(callId)}>
              <span className="live-agent">{agentName}</span>
              <span className="live-facts">
                <Time iso={startedAt} clock />
                <span>{liveStrings.turns(turnCount)}</span>
                {turns.length < turnCount ? null : (
                  <span>{liveStrings.masked(valuesIn(turns))}</span>
                )}
                <span>
                  {ended === undefined ? liveStrings.inProgress : liveStrings.ended(ended)}
                </span>
              </span>
              <span className="badges">
                <ExposureBadges short exposure={exposure} />
                <LiveFailure turns={turns} />
              </span>
            </button>
            {ended !== undefined && hasFailed({ turns }) ? (
              <Button variant="quiet" onClick={() => dismiss(callId)}>
                {liveStrings.dismiss}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Values that the call masked in these turns, each counted once; earlier turns may have masked more. */
function valuesIn(turns: LiveCall['turns']): number {
  const counts = turns.flatMap(({ request }) => Object.values(request?.values_by_kind ?? {}));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** What the last failed turn of a call met, such as an answer of the provider; nothing without one. */
function LiveFailure({ turns }: Pick<LiveCall, 'turns'>) {
  const last = turns.findLast(({ completed }) => completed?.status === 'error')?.completed;
  if (last === undefined) return null;
  const { answered, reasons } = callStrings.sides;
  const cause =
    last.upstream_status === undefined
      ? (reasons[last.reason] ?? last.reason)
      : answered(last.upstream_status);
  return <Badge tone="bad">{liveStrings.failed(cause)}</Badge>;
}

const tones = {
  connecting: 'plain',
  open: 'good',
  lost: 'warn',
  closed: 'bad',
} as const satisfies Record<FeedState, string>;

/** The calls in progress, on both sides: real values of one call at a time, after the user reveals them. */
export function LivePage() {
  const reveal = useReveal();
  const [frozen, freeze] = useState<LiveState>();
  const { feed, ...now } = useLiveCalls(reveal.callId);
  // A paused view must not keep real values.
  const paused = frozen && (inDemo || reveal.callId !== undefined ? frozen : withoutValues(frozen));
  const { ready, calls } = paused ?? now;
  const { shown, call, choose, dismiss } = useCallInView(calls);
  const chooseCall = (callId: string) => {
    if (callId !== reveal.callId) reveal.hide();
    choose(callId);
  };
  return (
    <Page
      full
      title={commonStrings.pages.live}
      intro={liveStrings.intro}
      actions={
        <>
          <FeedBadge feed={feed} paused={frozen !== undefined} />
          <Button onClick={() => freeze(frozen === undefined ? now : undefined)}>
            {frozen === undefined ? liveStrings.pause : liveStrings.resume}
          </Button>
        </>
      }
    >
      {frozen === undefined ? null : <Notice>{liveStrings.paused}</Notice>}
      {call === undefined ? null : <LiveReveal call={call} reveal={reveal} />}
      <FreshCalls shown={shown} call={call} choose={chooseCall} />
      {feed === 'closed' ? <Notice tone="bad">{liveStrings.feedClosed}</Notice> : null}
      {ready && call === undefined ? <NoCalls /> : null}
      {call === undefined ? null : (
        <div className="live">
          <LiveList shown={shown} current={call.callId} choose={chooseCall} dismiss={dismiss} />
          <LiveCallView key={call.callId} call={call} />
        </div>
      )}
    </Page>
  );
}

function FeedBadge({ feed, paused }: { readonly feed: FeedState; readonly paused: boolean }) {
  return paused ? (
    <Badge tone="warn">{liveStrings.pausedPill}</Badge>
  ) : (
    <Badge tone={tones[feed]}>{liveStrings.feed[feed]}</Badge>
  );
}

interface LiveRevealProps {
  readonly call: LiveCall;
  readonly reveal: Reveal;
}

/** Nothing is left to reveal of a call that has ended. */
function LiveReveal({ call: { callId, ended }, reveal }: LiveRevealProps) {
  if (ended === undefined)
    return <RevealControl reveal={reveal} target={valuesOfCall('live', callId)} />;
  return reveal.callId === callId ? (
    <Notice tone="warn">{liveStrings.noLongerRevealed}</Notice>
  ) : null;
}

interface FreshCallsProps extends Pick<LiveListProps, 'shown' | 'choose'> {
  readonly call: LiveCall | undefined;
}

/** Leads to the newest of the calls that began after the one in view; nothing without any. */
function FreshCalls({ shown, call, choose }: FreshCallsProps) {
  const [newest] = shown;
  const count = call === undefined ? 0 : shown.indexOf(call);
  if (newest === undefined || count <= 0) return null;
  return (
    <p role="status">
      <Button onClick={() => choose(newest.callId)}>{liveStrings.fresh(count)}</Button>
    </p>
  );
}

/** The call in view stays there when others begin: the reader decides when to leave it. */
function useCallInView(calls: readonly LiveCall[]) {
  const [chosen, choose] = useState<string>();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const shown = calls.filter(({ callId }) => !dismissed.includes(callId));
  const call = shown.find(({ callId }) => callId === chosen) ?? shown[0];
  if (call !== undefined && call.callId !== chosen) choose(call.callId);
  return { shown, call, choose, dismiss: (id: string) => setDismissed([...dismissed, id]) };
}

function NoCalls() {
  return (
    <Empty title={liveStrings.empty.title} text={liveStrings.empty.text}>
      <Link to="/agents">{liveStrings.empty.next}</Link>
      <Link to="/start">{liveStrings.empty.guide}</Link>
    </Empty>
  );
}
