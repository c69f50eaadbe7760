import type { Clock } from '../ports/clock.ts';
import type { Journal, Verification } from '../ports/journal.ts';

/** A verification, and when it began (ISO 8601 UTC): what was appended later is not part of it. */
export type CheckedChain = Verification & { readonly at: string };

/** The verifications of the journal by this process: those that people ask for, and one a day (decision 0183). */
export interface ChainChecks extends Pick<Journal, 'verify'> {
  /** How the last one ended, also when a person asked for it. */
  last(): CheckedChain | undefined;
  /** Verifies in the background, unless one runs or the last is less than a day old. Call it every few minutes. */
  runWhenDue(): void;
}

export interface ChainChecksDeps {
  readonly journal: Pick<Journal, 'verify'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Gets why the journal could not be read; the next run tries again. */
  readonly onFailure: (error: unknown) => void;
}

const dayMs = 24 * 3_600_000;

export function createChainChecks({ journal, clock, onFailure }: ChainChecksDeps): ChainChecks {
  let last: CheckedChain | undefined;
  let isRunning = false;
  const verify: ChainChecks['verify'] = async (options) => {
    const at = new Date(clock.now()).toISOString();
    const verification = await journal.verify(options);
    last = { ...verification, at };
    return verification;
  };
  return {
    verify,
    last: () => last,
    runWhenDue() {
      const age = clock.now() - Date.parse(last?.at ?? '1970-01-01T00:00:00Z');
      if (isRunning || age < dayMs) return;
      isRunning = true;
      verify({ gently: true })
        .catch(onFailure)
        .finally(() => {
          isRunning = false;
        });
    },
  };
}
