/** `tools[0].function` → `tools.0.function`, the form of field paths in API errors. */
export function dottedPath(path: string): string {
  return path.replace(/\[(\d+)\]/g, '.$1');
}

/** Error codes of the wire (spec, Errors) and `AuditUnavailable` (design D26), `upstream_busy` (design D46) and `method_not_allowed`. */
export type FaultCode =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'agent_not_found'
  | 'session_not_found'
  | 'method_not_allowed'
  | 'name_taken'
  | 'import_running'
  | 'already_decided'
  | 'validation_failed'
  | 'unknown_upstream'
  | 'unknown_policy'
  | 'policy_yaml_invalid'
  | 'rate_limited'
  | 'internal_error'
  | 'report_generation_failed'
  | 'upstream_error'
  | 'sign_in_unavailable'
  | 'upstream_busy'
  | 'AuditUnavailable';

/** An invalid part of an input; `path` names the field, and `message` never repeats its value. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  /** A code from a closed list, such as `unknown_kid` of a policy. */
  readonly code?: string;
  /** The document, where a file of this machine is the input. */
  readonly file?: string;
  /** Position in the document, from 1. */
  readonly line?: number;
  readonly column?: number;
}

interface FaultOptions {
  readonly details?: readonly Problem[];
  readonly retry?: Fault['retry'];
  readonly upstreamStatus?: number;
  readonly cause?: unknown;
}

/** A refusal. The caller sees its message, so it never holds text of a request. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly details: readonly Problem[];
  /** When to retry: never, after this many seconds, or undefined: the caller decides. */
  readonly retry: 'never' | number | undefined;
  /** HTTP status with which the provider refused; undefined if it answered otherwise or not at all. */
  readonly upstreamStatus: number | undefined;

  constructor(code: FaultCode, message: string, options: FaultOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    this.retry = options.retry;
    this.upstreamStatus = options.upstreamStatus;
  }
}

/** The fault of a request that holds too much: `path`, such as `messages[2].content`, breaks the limit that `problem` states. */
export function tooMuchAt(path: string, problem: string, message: string): Fault {
  const details = [{ path: dottedPath(path), message: problem }];
  return new Fault('validation_failed', message, { details });
}

/** Bad input is a value, not an exception. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** True for an error of a store that is temporarily unavailable, such as on a full disk. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Fault) return error.code === 'AuditUnavailable';
  return error instanceof Error && 'unavailable' in error && error.unavailable === true;
}
