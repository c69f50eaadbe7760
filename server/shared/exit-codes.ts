/** Exit codes, with the numbers of sysexits.h where it has one. */
export const exit = {
  ok: 0,
  /** The answer is no: a broken chain, or policies that differ. */
  failed: 1,
  /** A file holds together, but nothing that was kept elsewhere was compared with it. */
  unanchored: 3,
  usage: 64,
  badData: 65,
  noInput: 66,
  /** The service does not answer. */
  unavailable: 69,
  /** An unexpected error. */
  software: 70,
  cannotWrite: 73,
  /** Try later: the service runs and must not, or the reverse. */
  tryLater: 75,
  notPermitted: 77,
  badConfig: 78,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];
