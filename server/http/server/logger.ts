import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError } from '../../shared/describe-error.ts';

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

function describeRequest(request: {
  method?: string;
  routeOptions?: { url?: string };
}): Record<string, unknown> {
  return { method: request.method, route: request.routeOptions?.url ?? 'unknown' };
}

function describeResponse(response: { statusCode?: number }): Record<string, unknown> {
  return { status: response.statusCode };
}
