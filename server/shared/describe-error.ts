/** What a log says of an error. */
export interface ErrorDescription {
  readonly class: string;
  readonly code?: string;
  /** The innermost first; at most eight. */
  readonly frames?: readonly string[];
  readonly cause?: ErrorDescription;
}

const maxFrames = 8;

/**
 * An error as a log may have it: class, code, stack frames and cause, without the message, which may quote
 * what failed (design D44). Of what is no error, only its type.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { class: typeof error };
  return {
    class: error.name,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    frames: stackFramesOf(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** None where the stack does not hold the message: then a line of the stack may be a line of a message. */
function stackFramesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  const afterMessage = start < 0 ? '' : stack.slice(start + message.length);
  return afterMessage
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim());
}
