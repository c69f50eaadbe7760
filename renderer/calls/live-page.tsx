import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type LiveState, withoutValues } from '../lib/live-calls.ts';
import { callStrings } from '../lib/strings/calls.ts';
import { commonStrings } from '../lib/strings/common.ts';
import { type FeedState, useLiveCalls } from '../lib/use-live-calls.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { LiveCallView } from './live-call-view.tsx';
import { LiveList } from './live-list.tsx';
import './live.css';

const liveStrings = callStrings.live;
const tones = {
  connecting: 'plain',
  open: 'good',
  lost: 'warn',
  closed: 'bad',
} as const satisfies Record<FeedState, string>;

/** The calls in progress, each on both sides. The regulated side is not even asked for until it is revealed. */
export function LivePage() {
  const [revealed, setRevealed] = useState(false);
  const [frozen, freeze] = useState<LiveState>();
  const [chosen, choose] = useState<string>();
  const { feed, ...now } = useLiveCalls(revealed ? 'both' : 'public');
  const { ready, calls: shown } = frozen ?? now;
  const call = shown.find(({ callId }) => callId === chosen) ?? shown[0];
  const reveal = (open: boolean) => {
    setRevealed(open);
    // What is held still has no real values to show, and must not keep those it has.
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
    <Empty title={liveStrings.empty.title}>
      <p>{liveStrings.empty.text}</p>
      <Link to="/agents">{liveStrings.empty.next}</Link>
      <Link to="/start">{liveStrings.empty.guide}</Link>
    </Empty>
  );
}
