/** The writes of one append, in order; the last one fails when all is on disk and nobody is told. */
export const faultSteps = [
  'commit',
  'head write',
  'head fsync',
  'head rename',
  'acknowledgement',
] as const;

export const faultModes = ['lost', 'persisted but reported failed', 'the thread dies'] as const;

export interface Fault {
  readonly step: (typeof faultSteps)[number];
  readonly mode: (typeof faultModes)[number];
}

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
