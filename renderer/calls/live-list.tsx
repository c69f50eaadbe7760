import { formatClock } from '../lib/format.ts';
import type { LiveCall } from '../lib/live-calls.ts';
import { calls } from '../lib/strings/calls.ts';

const words = calls.live;

interface Props {
  /** Newest first. */
  readonly shown: readonly LiveCall[];
  readonly current: string;
  readonly choose: (sessionId: string) => void;
}

/** The calls in progress, and those that ended while one looked on, to switch between. */
export function LiveList({ shown, current, choose }: Props) {
  return (
    <nav className="live-list" aria-label={words.list}>
      <ul>
        {shown.map(({ sessionId, agentName, startedAt, turnCount, ended }) => (
          <li key={sessionId}>
            <button
              type="button"
              aria-current={sessionId === current}
              onClick={() => choose(sessionId)}
            >
              <span className="live-agent">{agentName}</span>
              <span className="live-facts">
                <time dateTime={startedAt}>{formatClock(startedAt)}</time>
                <span>{words.turns(turnCount)}</span>
                <span>{ended === undefined ? words.inProgress : words.ended(ended)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
