import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** How near the end counts as being there, in pixels. */
const endSlack = 48;

/** Keeps the end of a scrolled frame in view as `grows` changes, until its reader scrolls away from it. */
export function useFollowEnd(grows: unknown) {
  const frame = useRef<HTMLElement>(null);
  const [following, setFollowing] = useState(true);
  const toEnd = useCallback(() => {
    const element = frame.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame grows with what it shows
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
