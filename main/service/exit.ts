/** Exit codes of the service, with the numbers of sysexits.h. */
export const exit = {
  ok: 0,
  usage: 64,
  noInput: 66,
  /** An error that nobody foresaw. */
  software: 70,
  cannotWrite: 73,
  /** The settings, the keys or the installed files will not do: starting again changes nothing. */
  badConfig: 78,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];
