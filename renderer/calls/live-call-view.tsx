import { Link } from '@tanstack/react-router';
import type { LiveCall } from '../lib/live-calls.ts';
import { callStrings } from '../lib/strings/calls.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TwoSided } from './two-sided.tsx';
import { useFollowEnd } from './use-follow.ts';

const liveStrings = callStrings.live;

/** One call as it is spoken: both sides in one scroll, which follows what is newest until told otherwise. */
export function LiveCallView({ call }: { readonly call: LiveCall }) {
  const { frame, following, onScroll, follow } = useFollowEnd(call.turns);
  const earlier = call.turns[0]?.turn ?? 0;
  return (
    <div className="live-call">
      <div className="live-head">
        <h2>{call.agentName}</h2>
        <Badge tone={call.ended === undefined ? 'good' : 'plain'}>
          {call.ended === undefined ? liveStrings.inProgress : liveStrings.ended(call.ended)}
        </Badge>
        <Link to="/calls/$sessionId" params={{ sessionId: call.callId }}>
          {liveStrings.details}
        </Link>
        {following ? null : (
          <Button variant="quiet" onClick={follow}>
            {liveStrings.follow}
          </Button>
        )}
      </div>
      <section
        className="live-scroll"
        ref={frame}
        onScroll={onScroll}
        aria-label={liveStrings.said}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
        tabIndex={0}
      >
        {earlier === 0 ? null : <p className="live-earlier">{liveStrings.earlier(earlier)}</p>}
        <TwoSided turns={call.turns} />
      </section>
    </div>
  );
}
