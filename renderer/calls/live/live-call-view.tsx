import { Link } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { ExposureBadges } from '../../exposure/exposure-badges.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/feedback.tsx';
import { MarkableCall } from '../marking.tsx';
import { callStrings } from '../strings.ts';
import { TwoSided } from '../two-sided.tsx';
import type { LiveCall } from './live-calls.ts';

/** Distance from the end that counts as the end, in pixels. */
const endSlack = 48;

/** Keeps the end of a scrolled frame in view when `grows` changes, until the user scrolls away. */
export function useFollowEnd(grows: unknown) {
  const frame = useRef<HTMLElement>(null);
  const [following, setFollowing] = useState(true);
  const toEnd = useCallback(() => {
    const element = frame.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame grows with its content
  useLayoutEffect(() => {
    if (following) toEnd();
  }, [grows, following, toEnd]);
  const onScroll = () => {
    const element = frame.current;
    if (element === null) return;
    setFollowing(element.scrollHeight - element.scrollTop - element.clientHeight < endSlack);
  };
  return { frame, following, onScroll, follow: () => setFollowing(true) };
}

const liveStrings = callStrings.live;

/** One live call: both sides in one scroll, which follows the newest turn until the user scrolls away. */
export function LiveCallView({ call }: { readonly call: LiveCall }) {
  const { frame, following, onScroll, follow } = useFollowEnd(call.turns);
  const earlier = call.turns[0]?.turn ?? 0;
  return (
    <div className="live-call">
      <div className="live-head">
        <h2>{call.agentName}</h2>
        <Badge>
          {call.ended === undefined ? liveStrings.inProgress : liveStrings.ended(call.ended)}
        </Badge>
        <ExposureBadges exposure={call.exposure} />
        <Link to="/calls/$callId" params={{ callId: call.callId }}>
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
        <MarkableCall callId={call.callId} turns={call.turns}>
          <TwoSided turns={call.turns} />
        </MarkableCall>
      </section>
    </div>
  );
}
