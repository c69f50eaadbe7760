/**
 * What other replicas want of this one. `everything`: a watcher began at another replica, or missed
 * texts. `nothing`: no other replica watches any more.
 */
export type LiveTextDemand = 'everything' | 'nothing';

/**
 * Carries the texts of live calls from the replicas that serve them to those where users watch
 * (decision 0037). It stores nothing for long; a lost text is published again on the next demand.
 */
export interface LiveTextRelay {
  /**
   * Calls `listener` when the demand of the other replicas changes, until the returned function is
   * called. Publish nothing while the demand is `nothing`. A listener must not throw.
   */
  onDemand(listener: (demand: LiveTextDemand) => void): () => void;
  /** Sends a text to the replicas that watch. Rejects when it may not have arrived. */
  publish(text: string): Promise<void>;
  /**
   * Delivers the texts of other replicas, those of each replica in order, until the returned function
   * is called. Asks the replicas for everything now, and again after a missed text. One subscriber at
   * a time.
   */
  subscribe(subscriber: LiveTextSubscriber): () => void;
}

export interface LiveTextSubscriber {
  receive(text: string): void;
  /** Called with the error when a text could not be read, or `receive` threw. Must not throw. */
  failed(error: unknown): void;
}
