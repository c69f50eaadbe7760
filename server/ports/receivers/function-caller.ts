import type { FunctionOutcome } from '../../domain/agent.ts';

/** One request to a clinic's function. */
export interface FunctionRequest {
  readonly url: string;
  /** Longest wait for the whole answer, repetitions included. */
  readonly timeoutMs: number;
  /** Whether it may be sent a second time when it failed. */
  readonly repeatable: boolean;
  /** The same at each attempt, so that the clinic can tell a repetition. */
  readonly id: string;
  /** Signs the request: `whsec_` and base64. */
  readonly secret: string;
  readonly json: string;
}

export interface FunctionAnswer {
  readonly outcome: FunctionOutcome;
  /** The HTTP status, where there was one. */
  readonly status?: number;
  /** How often it was sent. */
  readonly attempts: number;
  /** The answer in clear; present exactly when `outcome` is `done`. */
  readonly text?: string;
}

/**
 * Sends a request to a clinic's function over HTTPS, and reads its answer. It never rejects: what failed is an
 * outcome. An address of this machine is asked only where the URL names this machine itself; link-local addresses
 * never are. `signal` ends it with `stopped`.
 */
export interface FunctionCaller {
  call(request: FunctionRequest, signal: AbortSignal): Promise<FunctionAnswer>;
  close(): Promise<void>;
}
