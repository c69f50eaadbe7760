import { createHash, timingSafeEqual } from 'node:crypto';
import { Fault } from '../domain/fault.ts';
import type { MetricsEndpoint, Routes } from './deps.ts';

/** For a Prometheus server: outside the cookie, host and origin checks, and never on the tunnel's side. */
export function metricsRoute({ token, contentType, read }: MetricsEndpoint): Routes {
  const wanted = sha256(`Bearer ${token.reveal()}`);
  return async (scope) => {
    scope.get('/metrics', async ({ headers }, reply) => {
      if (!timingSafeEqual(sha256(headers.authorization ?? ''), wanted))
        throw new Fault('unauthenticated', 'the metrics token is missing or wrong');
      const text = await read();
      return reply.header('cache-control', 'no-store').type(contentType).send(text);
    });
  };
}

/** Of equal length whatever is shown, so that they can be compared in constant time. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
