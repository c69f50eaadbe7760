/** One line of `svc doctor`. */
export interface Check {
  readonly status: 'ok' | 'warn' | 'fail';
  readonly name: string;
  readonly message: string;
  /** What to do about a problem. */
  readonly remedy?: string;
}

export function ok(name: string, message: string): Check {
  return { status: 'ok', name, message };
}

export function warn(name: string, message: string, remedy: string): Check {
  return { status: 'warn', name, message, remedy };
}

export function fail(name: string, message: string, remedy: string): Check {
  return { status: 'fail', name, message, remedy };
}
