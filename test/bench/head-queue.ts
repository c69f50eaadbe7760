/** Replicas that append to one journal, whose head each commit holds alone. */
export interface HeadLoad {
  readonly replicas: number;
  /** Appends a second of all of them together. */
  readonly rate: number;
  /** How long commits held the head, in milliseconds, as measured. */
  readonly holdsMs: readonly number[];
  /** Appends to simulate. */
  readonly appends: number;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
}

/** Milliseconds from append to acknowledgement, ascending. */
export function simulateHead(load: HeadLoad): readonly number[] {
  const { replicas, rate, holdsMs, appends, random } = load;
  const waiting: number[][] = Array.from({ length: replicas }, () => []);
  const isQueued: boolean[] = Array.from({ length: replicas }, () => false);
  const queue: { readonly replica: number; readonly batch: readonly number[] }[] = [];
  const took: number[] = [];
  const meanGapMs = 1000 / rate;
  const hold = () => holdsMs[Math.floor(random() * holdsMs.length)] ?? 0;
  let arrivesAt = 0;
  let arrived = 0;
  let freeAt = Number.POSITIVE_INFINITY;

  /** What waits at a replica is one commit; what comes meanwhile is its next. */
  const enqueue = (replica: number): void => {
    queue.push({ replica, batch: waiting[replica] ?? [] });
    waiting[replica] = [];
    isQueued[replica] = true;
  };
  const arrive = (now: number): void => {
    const replica = Math.floor(random() * replicas);
    waiting[replica]?.push(now);
    if (isQueued[replica] !== true) enqueue(replica);
    if (freeAt === Number.POSITIVE_INFINITY) freeAt = now + hold();
    arrived += 1;
    arrivesAt = arrived < appends ? now - Math.log(1 - random()) * meanGapMs : Infinity;
  };
  const commit = (now: number): void => {
    const done = queue.shift();
    if (done === undefined) return;
    for (const at of done.batch) took.push(now - at);
    isQueued[done.replica] = false;
    if ((waiting[done.replica]?.length ?? 0) > 0) enqueue(done.replica);
    freeAt = queue.length > 0 ? now + hold() : Number.POSITIVE_INFINITY;
  };

  while (took.length < appends) {
    if (arrivesAt <= freeAt) arrive(arrivesAt);
    else commit(freeAt);
  }
  return took.sort((a, b) => a - b);
}
