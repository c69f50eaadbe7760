import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * The service's logger. Of an error, request or response it writes only what cannot hold text of a
 * call: class, code and stack frames, method and route pattern, status (design D44).
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: describeError,
      error: describeError,
      req: describeRequest,
      res: describeResponse,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** An error without its message, which may quote what failed. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { class: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    class: error.name,
    ...(code === undefined ? {} : { code }),
    frames: stackFramesOf(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

const maxFrames = 8;

function stackFramesOf(error: Error): string[] {
  const stack = error.stack ?? '';
  const message = stack.indexOf(error.message);
  const afterMessage = message < 0 ? '' : stack.slice(message + error.message.length);
  return afterMessage
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim());
}

function describeRequest(request: {
  method?: string;
  routeOptions?: { url?: string };
}): Record<string, unknown> {
  return { method: request.method, route: request.routeOptions?.url ?? 'unknown' };
}

function describeResponse(response: { statusCode?: number }): Record<string, unknown> {
  return { status: response.statusCode };
}
