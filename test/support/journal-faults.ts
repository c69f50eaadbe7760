/** The steps of one append, in order; at the last one all is on disk and no caller knows. */
export const faultSteps = ['commit', 'head write', 'head sync', 'acknowledgement'] as const;

/** What becomes of a step. Torn: of what it writes, the first sector reaches the disk. */
export const faultModes = [
  'lost',
  'torn',
  'persisted but reported failed',
  'the thread dies',
  'torn, and the thread dies',
] as const;

export interface Fault {
  readonly step: (typeof faultSteps)[number];
  readonly mode: (typeof faultModes)[number];
}

/** A commit is not torn (SQLite sees to that), and an acknowledgement only fails with its thread. */
export const faultTable: readonly Fault[] = faultSteps
  .flatMap((step) => faultModes.map((mode) => ({ step, mode })))
  .filter(({ step, mode }) => step !== 'commit' || !mode.startsWith('torn'))
  .filter(({ step, mode }) => step !== 'acknowledgement' || mode === 'the thread dies');

/** A switch shared with the journal's thread, in the form that crosses to it. */
export function faultSwitch(): { readonly fault: SharedArrayBuffer; arm(fault: Fault): void } {
  const fault = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  return {
    fault,
    arm({ step, mode }) {
      const code = faultSteps.indexOf(step) * faultModes.length + faultModes.indexOf(mode) + 1;
      Atomics.store(new Int32Array(fault), 0, code);
    },
  };
}
