import type { SharedWords, WantedWords, WordsFollower } from '../../ports/shared-words.ts';

interface Replica {
  readonly listeners: Set<(wanted: WantedWords) => void>;
  follower: WordsFollower | undefined;
}

/** Replicas that are all in this process; each call of what it returns makes another one. */
export function memoryWords(): () => SharedWords {
  const replicas = new Set<Replica>();
  return () => {
    const own: Replica = { listeners: new Set(), follower: undefined };
    replicas.add(own);
    const others = () => [...replicas].filter((replica) => replica !== own);
    const want = ({ listeners }: Replica, wanted: WantedWords): void => {
      for (const listener of listeners) listener(wanted);
    };
    const isFollowed = (replica: Replica): boolean =>
      [...replicas].some((other) => other !== replica && other.follower !== undefined);
    return {
      wanted: (listener) => {
        own.listeners.add(listener);
        return () => void own.listeners.delete(listener);
      },
      tell: async (text) => {
        for (const { follower } of others()) if (follower !== undefined) hear(follower, text);
      },
      follow: (follower) => {
        own.follower = follower;
        for (const other of others()) want(other, 'everything');
        return () => {
          own.follower = undefined;
          for (const other of others()) if (!isFollowed(other)) want(other, 'nothing');
        };
      },
    };
  };
}

function hear(follower: WordsFollower, text: string): void {
  try {
    follower.hear(text);
  } catch (error) {
    follower.failed(error);
  }
}
