import { type ErrorCode, errorStatus } from '../../contract/errors.ts';
import type { RouteDoc } from './route-doc.ts';

/** What decides which errors a route can give. */
export interface RouteWithErrors extends Partial<Pick<RouteDoc, 'errors' | 'credentials'>> {
  readonly method: string;
  readonly querystring?: unknown;
}

/**
 * Every error a route can give, by status: its own `errors` and those of its kind. Statuses that
 * come before a route is found (408, 417, 431) belong to no route.
 */
export function errorCodesOf(route: RouteWithErrors): ReadonlyMap<number, readonly ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  const add = (code: ErrorCode, status: number = errorStatus[code]): void => {
    const known = found.get(status) ?? [];
    if (!known.includes(code)) found.set(status, [...known, code]);
  };
  for (const code of [...(route.errors ?? []), ...commonCodes(route)]) add(code);
  for (const status of inputStatuses(route)) add('validation_failed', status);
  return new Map([...found].sort(([a], [b]) => a - b));
}

function commonCodes({ credentials = ['session'] }: RouteWithErrors): readonly ErrorCode[] {
  if (credentials.includes('session')) {
    return ['unauthenticated', 'forbidden', 'rate_limited', 'internal_error', 'AuditUnavailable'];
  }
  return credentials.length === 0
    ? ['internal_error']
    : ['unauthenticated', 'rate_limited', 'internal_error'];
}

/** 400 and 415 for odd headers anywhere, 413 where a body is read (design D34, D43). */
function inputStatuses({ method, querystring, credentials }: RouteWithErrors): readonly number[] {
  if (method !== 'GET') return [400, 413, 415, 422];
  // Behind the sign-in also for a parameter that the route does not take.
  const readsQuery = querystring !== undefined || credentials === undefined;
  return readsQuery ? [400, 415, 422] : [400, 415];
}
