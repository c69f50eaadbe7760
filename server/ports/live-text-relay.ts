/**
 * `everything`: somebody has begun to watch at another replica, or missed some of what was told.
 * `nothing`: nobody watches elsewhere any more, or is heard of.
 */
export type LiveTextDemand = 'everything' | 'nothing';

/**
 * The words of live calls on their way from the replicas that serve them to those where somebody
 * watches (decision 0037). It is a way and no store: nothing lasts, and what is lost is told anew.
 */
export interface LiveTextRelay {
  /**
   * Calls `listener` when it changes what watchers elsewhere want of this replica, until the returned
   * function is called. While nothing is wanted nothing should be told. A listener must not throw.
   */
  onDemand(listener: (onDemand: LiveTextDemand) => void): () => void;
  /** Tells a text to those who follow at other replicas. Rejects when it may not have arrived. */
  publish(text: string): Promise<void>;
  /**
   * Hears what other replicas tell, of each in its order, until the returned function is called; they
   * are asked for everything, and again when something was missed. One follower at a time.
   */
  subscribe(follower: LiveTextSubscriber): () => void;
}

export interface LiveTextSubscriber {
  receive(text: string): void;
  /** What kept texts from being heard, or `hear` from taking them. Must not throw. */
  failed(error: unknown): void;
}
