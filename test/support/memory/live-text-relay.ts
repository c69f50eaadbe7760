import type {
  LiveTextDemand,
  LiveTextRelay,
  LiveTextSubscriber,
} from '../../../server/ports/live-text-relay.ts';

interface Replica {
  readonly listeners: Set<(wanted: LiveTextDemand) => void>;
  follower: LiveTextSubscriber | undefined;
}

/** Replicas that are all in this process; each call of what it returns makes another one. */
export function memoryLiveTextRelay(): () => LiveTextRelay {
  const replicas = new Set<Replica>();
  return () => {
    const own: Replica = { listeners: new Set(), follower: undefined };
    replicas.add(own);
    const others = () => [...replicas].filter((replica) => replica !== own);
    const want = ({ listeners }: Replica, wanted: LiveTextDemand): void => {
      for (const listener of listeners) listener(wanted);
    };
    const isFollowed = (replica: Replica): boolean =>
      [...replicas].some((other) => other !== replica && other.follower !== undefined);
    return {
      onDemand: (listener) => {
        own.listeners.add(listener);
        return () => void own.listeners.delete(listener);
      },
      publish: async (text) => {
        for (const { follower } of others()) if (follower !== undefined) deliver(follower, text);
      },
      subscribe: (follower) => {
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

function deliver(follower: LiveTextSubscriber, text: string): void {
  try {
    follower.receive(text);
  } catch (error) {
    follower.failed(error);
  }
}
