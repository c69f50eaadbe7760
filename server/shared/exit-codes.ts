/** Exit codes, with the numbers of sysexits.h where it has one. */
export const exit = {
  ok: 0,
  /** The answer is no: a broken chain, policies that differ. */
  failed: 1,
  usage: 64,
  badData: 65,
  noInput: 66,
  /** A service that is asked for does not answer. */
  unavailable: 69,
  /** An error that nobody foresaw. */
  software: 70,
  cannotWrite: 73,
  /** Something is in the way that will go: the service runs where it must not, or the reverse. */
  tryLater: 75,
  notPermitted: 77,
  badConfig: 78,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

export const exitCodesHelp = `
Exit codes:
  0   done
  1   the answer is no: the chain is broken, the policies differ (--exit-code), a check failed
  64  wrong usage
  65  the input is not valid; for svc detect, after the valid rest is done
  66  an input cannot be read
  69  the service does not answer
  70  an internal error
  73  an output cannot be written
  75  not now: the service is running, and the command needs it stopped
  77  not permitted: no valid session, not an admin, or files of another user
  78  the environment or the configuration is not right
`;
