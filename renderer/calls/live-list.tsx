import { formatClock } from '../lib/format.ts';
import type { LiveCall } from '../lib/live-calls.ts';
import { callStrings } from '../lib/strings/calls.ts';

const liveListStrings = callStrings.live;

interface LiveListProps {
  /** Newest first. */
  readonly shown: readonly LiveCall[];
  readonly current: string;
  readonly choose: (callId: string) => void;
}

/** The calls in progress, and those that ended while one looked on, to switch between. */
export function LiveList({ shown, current, choose }: LiveListProps) {
  return (
    <nav className="live-list" aria-label={liveListStrings.list}>
      <ul>
        {shown.map(({ callId: sessionId, agentName, startedAt, turnCount, ended }) => (
          <li key={sessionId}>
            <button
              type="button"
              aria-current={sessionId === current}
              onClick={() => choose(sessionId)}
            >
              <span className="live-agent">{agentName}</span>
              <span className="live-facts">
                <time dateTime={startedAt}>{formatClock(startedAt)}</time>
                <span>{liveListStrings.turns(turnCount)}</span>
                <span>{ended === undefined ? liveListStrings.inProgress : liveListStrings.ended(ended)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
