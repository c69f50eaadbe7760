import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatClock } from '../lib/format.ts';
import type { LiveCall, LiveState } from '../lib/live-calls.ts';
import { calls } from '../lib/strings/calls.ts';
import { common } from '../lib/strings/common.ts';
import { type FeedState, useLiveCalls } from '../lib/use-live-calls.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TwoSided } from './two-sided.tsx';
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
  const [frozen, setFrozen] = useState<LiveState>();
  const [chosen, choose] = useState<string>();
  const { feed, ...now } = useLiveCalls(revealed ? 'both' : 'public');
  const { ready, calls: shown } = frozen ?? now;
  const call = shown.find(({ sessionId }) => sessionId === chosen) ?? shown[0];
  return (
    <Page
      full
      title={common.pages.live}
      intro={words.intro}
      actions={
        <>
          <Badge tone={tones[feed]}>{words.feed[feed]}</Badge>
          <Button onClick={() => setFrozen(frozen === undefined ? now : undefined)}>
            {frozen === undefined ? words.pause : words.resume}
          </Button>
          <Button
            look={revealed ? 'plain' : 'primary'}
            title={words.revealNote}
            onClick={() => setRevealed(!revealed)}
          >
            {revealed ? words.hide : words.reveal}
          </Button>
        </>
      }
    >
      {frozen === undefined ? null : <Notice>{words.paused}</Notice>}
      {revealed ? <Notice tone="warn">{words.revealed}</Notice> : null}
      {ready && call === undefined ? <NoCalls /> : null}
      {call === undefined ? null : (
        <div className="live">
          <CallList shown={shown} current={call.sessionId} choose={choose} />
          <div className="live-call">
            <CallHead call={call} />
            <TwoSided turns={call.turns} />
          </div>
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
    </Empty>
  );
}

interface ListProps {
  readonly shown: readonly LiveCall[];
  readonly current: string;
  readonly choose: (sessionId: string) => void;
}

function CallList({ shown, current, choose }: ListProps) {
  return (
    <nav className="live-list" aria-label={words.list}>
      <ul>
        {shown.map(({ sessionId, agentName, startedAt, turns, ended }) => (
          <li key={sessionId}>
            <button
              type="button"
              aria-current={sessionId === current}
              onClick={() => choose(sessionId)}
            >
              <span className="live-agent">{agentName}</span>
              <span className="live-facts">
                <time dateTime={startedAt}>{formatClock(startedAt)}</time>
                <span>{words.turns(turns.length)}</span>
                <span>{ended === undefined ? words.inProgress : words.ended(ended)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CallHead({ call }: { readonly call: LiveCall }) {
  return (
    <div className="live-head">
      <h2>{call.agentName}</h2>
      <Badge tone={call.ended === undefined ? 'good' : 'plain'}>
        {call.ended === undefined ? words.inProgress : words.ended(call.ended)}
      </Badge>
      <Link to="/calls/$sessionId" params={{ sessionId: call.sessionId }}>
        {words.details}
      </Link>
    </div>
  );
}
