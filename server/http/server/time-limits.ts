/** How long a client may take, in milliseconds (design D43). */
export interface TimeLimits {
  /** From the first byte to the end of the headers. */
  readonly headers: number;
  /** From the first byte to the end of the body. */
  readonly request: number;
  /** Longest silence on a socket; above the first-token limit of voice platforms. */
  readonly silence: number;
  /** How long an idle connection is kept for the next request, as clients are told. */
  readonly keepAlive: number;
  /** How much longer it is kept in truth: what a client sends at the last moment still arrives. */
  readonly grace: number;
  /** How often the first two are looked after. */
  readonly check: number;
}

export const timeLimits: TimeLimits = {
  headers: 10_000,
  request: 30_000,
  silence: 120_000,
  keepAlive: 75_000,
  grace: 15_000,
  check: 2_000,
};
