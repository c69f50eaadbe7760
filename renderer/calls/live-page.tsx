import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Badge, Empty, Notice } from '../ui/feedback.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { LiveCallView } from './live-call-view.tsx';
import {
  type FeedState,
  type LiveCall,
  type LiveState,
  useLiveCalls,
  withoutValues,
} from './live-calls.ts';
import { callStrings } from './strings.ts';
import './live.css';
import { formatClock } from '../lib/format.ts';

const liveStrings = callStrings.live;

interface LiveListProps {
  /** Newest first. */
  readonly shown: readonly LiveCall[];
  readonly current: string;
  readonly choose: (callId: string) => void;
}

/** Switches between calls in progress and calls that ended while the page was open. */
function LiveList({ shown, current, choose }: LiveListProps) {
  return (
    <nav className="live-list" aria-label={liveStrings.list}>
      <ul>
        {shown.map(({ callId, agentName, startedAt, turnCount, ended }) => (
          <li key={callId}>
            <button type="button" aria-current={callId === current} onClick={() => choose(callId)}>
              <span className="live-agent">{agentName}</span>
              <span className="live-facts">
                <time dateTime={startedAt}>{formatClock(startedAt)}</time>
                <span>{liveStrings.turns(turnCount)}</span>
                <span>
                  {ended === undefined ? liveStrings.inProgress : liveStrings.ended(ended)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const tones = {
  connecting: 'plain',
  open: 'good',
  lost: 'warn',
  closed: 'bad',
} as const satisfies Record<FeedState, string>;

/** The calls in progress, on both sides. The browser requests real values only after the user reveals them. */
export function LivePage() {
  const [revealed, setRevealed] = useState(false);
  const [frozen, freeze] = useState<LiveState>();
  const [chosen, choose] = useState<string>();
  const { feed, ...now } = useLiveCalls(revealed ? 'both' : 'public');
  const { ready, calls: shown } = frozen ?? now;
  const call = shown.find(({ callId }) => callId === chosen) ?? shown[0];
  const reveal = (open: boolean) => {
    setRevealed(open);
    // A paused view must not keep real values.
    freeze(open || frozen === undefined ? undefined : withoutValues(frozen));
  };
  return (
    <Page
      full
      title={commonStrings.pages.live}
      intro={liveStrings.intro}
      actions={
        <>
          <Badge tone={tones[feed]}>{liveStrings.feed[feed]}</Badge>
          <Button onClick={() => freeze(frozen === undefined ? now : undefined)}>
            {frozen === undefined ? liveStrings.pause : liveStrings.resume}
          </Button>
          <Button
            variant={revealed ? 'plain' : 'primary'}
            title={liveStrings.revealNote}
            onClick={() => reveal(!revealed)}
          >
            {revealed ? liveStrings.hide : liveStrings.reveal}
          </Button>
        </>
      }
    >
      {frozen === undefined ? null : <Notice>{liveStrings.paused}</Notice>}
      {revealed ? <Notice tone="warn">{liveStrings.revealed}</Notice> : null}
      {feed === 'closed' ? <Notice tone="bad">{liveStrings.feedClosed}</Notice> : null}
      {ready && call === undefined ? <NoCalls /> : null}
      {call === undefined ? null : (
        <div className="live">
          <LiveList shown={shown} current={call.callId} choose={choose} />
          <LiveCallView key={call.callId} call={call} />
        </div>
      )}
    </Page>
  );
}

function NoCalls() {
  return (
    <Empty title={liveStrings.empty.title} text={liveStrings.empty.text}>
      <Link to="/agents">{liveStrings.empty.next}</Link>
      <Link to="/start">{liveStrings.empty.guide}</Link>
    </Empty>
  );
}
