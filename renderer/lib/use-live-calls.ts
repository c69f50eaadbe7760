import { useEffect, useReducer, useState } from 'react';
import type { LiveEvent } from '../../server/contract/live.ts';
import { apiUrl } from './api.ts';
import { type LiveState, initialLiveState, withLiveEvent, withoutValues } from './live-calls.ts';

const eventTypes = [
  'reset',
  'call_started',
  'turn',
  'reply',
  'turn_completed',
  'call_ended',
  'closing',
] as const satisfies readonly LiveEvent['type'][];

export type FeedState = 'connecting' | 'open' | 'lost' | 'closed';

/** Looking away drops what was seen at once, not when the feed says so. */
type FeedAction = LiveEvent | { readonly type: 'looked_away' };

function reduceFeed(state: LiveState, event: FeedAction): LiveState {
  return event.type === 'looked_away' ? withoutValues(state) : withLiveEvent(state, event);
}

/**
 * The live calls, as `GET /api/v1/live` tells them (design D30). The browser connects again by itself
 * and names the last event it has. `side` `public` asks for no real values, and none are sent.
 */
export function useLiveCalls(side: 'both' | 'public') {
  const [state, tell] = useReducer(reduceFeed, initialLiveState);
  const [feed, setFeed] = useState<FeedState>('connecting');
  useEffect(() => {
    setFeed('connecting');
    if (side === 'public') tell({ type: 'looked_away' });
    const source = new EventSource(apiUrl('/live', { side }));
    source.onopen = () => setFeed('open');
    source.onerror = () => setFeed(source.readyState === EventSource.CLOSED ? 'closed' : 'lost');
    for (const type of eventTypes) {
      source.addEventListener(type, (message: MessageEvent<string>) =>
        tell(JSON.parse(message.data) as LiveEvent),
      );
    }
    return () => source.close();
  }, [side]);
  return { ...state, feed };
}
