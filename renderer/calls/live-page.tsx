import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type LiveState, withoutValues } from '../lib/live-calls.ts';
import { calls } from '../lib/strings/calls.ts';
import { common } from '../lib/strings/common.ts';
import { type FeedState, useLiveCalls } from '../lib/use-live-calls.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { LiveCallView } from './live-call-view.tsx';
import { LiveList } from './live-list.tsx';
import './live.css';

const words = calls.live;
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
  const call = shown.find(({ sessionId }) => sessionId === chosen) ?? shown[0];
  const reveal = (open: boolean) => {
    setRevealed(open);
    // What is held still has no real values to show, and must not keep those it has.
    freeze(open || frozen === undefined ? undefined : withoutValues(frozen));
  };
  return (
    <Page
      full
      title={common.pages.live}
      intro={words.intro}
      actions={
        <>
          <Badge tone={tones[feed]}>{words.feed[feed]}</Badge>
          <Button onClick={() => freeze(frozen === undefined ? now : undefined)}>
            {frozen === undefined ? words.pause : words.resume}
          </Button>
          <Button
            look={revealed ? 'plain' : 'primary'}
            title={words.revealNote}
            onClick={() => reveal(!revealed)}
          >
            {revealed ? words.hide : words.reveal}
          </Button>
        </>
      }
    >
      {frozen === undefined ? null : <Notice>{words.paused}</Notice>}
      {revealed ? <Notice tone="warn">{words.revealed}</Notice> : null}
      {feed === 'closed' ? <Notice tone="bad">{words.feedClosed}</Notice> : null}
      {ready && call === undefined ? <NoCalls /> : null}
      {call === undefined ? null : (
        <div className="live">
          <LiveList shown={shown} current={call.sessionId} choose={choose} />
          <LiveCallView key={call.sessionId} call={call} />
        </div>
      )}
    </Page>
  );
}

function NoCalls() {
  return (
    <Empty title={words.empty.title}>
      <p>{words.empty.text}</p>
      <Link to="/agents">{words.empty.next}</Link>
      <Link to="/start">{words.empty.guide}</Link>
    </Empty>
  );
}
