import { unsigned } from './checkpoint-store.ts';
import type { AppendOutcome } from './grouped-appends.ts';

/** From so many on whoever appends next signs in the same commit. */
export const eventsPerCheckpoint = 256;
const checkpointMs = 60_000;
/** What is due waits so long for others to share the checkpoint, which costs a signature and a commit. */
const shareMs = 100;

/** Says when to sign (design D24): at a seal, every 256 records, after 60 s of activity. */
export interface CheckpointSchedule {
  after(outcome: AppendOutcome): void;
  /** Records that no checkpoint covers, as far as this replica knows. */
  hasUncovered(): boolean;
  /** Nothing is signed any more. */
  stop(): void;
}

/** `sign` gives what there is and what is covered then, by whichever replica. */
export function checkpointSchedule(
  sign: () => Promise<Omit<AppendOutcome, 'sealed'>>,
): CheckpointSchedule {
  let [size, covered, lastSeal] = [0, 0, -1];
  let signing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let timerMs = 0;

  const forget = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const signNow = () => {
    if (signing || stopped) return;
    signing = true;
    forget();
    const done = () => {
      signing = false;
    };
    // What could not be signed stays due: the next append tries again.
    sign().then((now) => {
      done();
      update(now);
    }, done);
  };
  /** Signs so many milliseconds from now, unless it is to happen before that anyway. */
  const signWithin = (ms: number) => {
    if (stopped || (timer !== undefined && timerMs <= ms)) return;
    forget();
    timerMs = ms;
    timer = setTimeout(signNow, ms).unref();
  };
  const update = (now: Omit<AppendOutcome, 'sealed'>) => {
    ({ size, covered } = now);
    const open = unsigned(now);
    const due = open >= eventsPerCheckpoint || lastSeal >= covered;
    if (open > 0) signWithin(due ? shareMs : checkpointMs);
    else forget();
  };

  return {
    after(outcome) {
      if (outcome.sealed) lastSeal = outcome.size - 1;
      update(outcome);
    },
    hasUncovered: () => unsigned({ size, covered }) > 0,
    stop() {
      stopped = true;
      forget();
    },
  };
}
