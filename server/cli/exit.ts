/** Exit codes, with the numbers of sysexits.h where it has one. */
export const exit = {
  ok: 0,
  /** The answer is no: a broken chain, policies that differ. */
  failed: 1,
  usage: 64,
  badData: 65,
  noInput: 66,
  /** An error that nobody foresaw. */
  software: 70,
  badConfig: 78,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

export const exitCodesHelp = `
Exit codes:
  0   done
  1   the answer is no (audit verify: the chain is broken; policy diff --exit-code: they differ)
  64  wrong usage
  65  the input is not valid; for svc detect, after the valid rest is done
  66  an input cannot be read
  70  an internal error
  78  the environment or the configuration is not right
`;
