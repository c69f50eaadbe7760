import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { ErrorDetail, ErrorEnvelope } from '../../server/contract/errors.ts';

/** An error of the API (spec, Error envelope); `status` is 0 if the service was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: readonly ErrorDetail[];

  constructor(status: number, { error }: ErrorEnvelope) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.requestId = error.request_id;
    this.details = error.details ?? [];
  }
}

interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: object;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/** The JSON answer of a path below `/api/v1`, undefined when it has none; throws `ApiError`. */
export async function api<T>(
  path: string,
  { method = 'GET', body, query = {} }: ApiRequest = {},
): Promise<T> {
  const response = await fetchOrUnreachable(apiUrl(path, query), {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, envelopeOf(text));
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** One page of a list; the cursor asks for the next, null after the last. */
export interface PageOf<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

/** Options of an infinite query for a list below `/api/v1`. */
export function pagesOf<T>(queryKey: QueryKey, path: string, query: ApiRequest['query'] = {}) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => api<PageOf<T>>(path, { query: { ...query, cursor: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

/** The bytes of a path below `/api/v1`, such as a report; throws `ApiError`. */
export async function download(path: string, query: ApiRequest['query'] = {}): Promise<Blob> {
  const response = await fetchOrUnreachable(apiUrl(path, query), {});
  if (!response.ok) throw new ApiError(response.status, envelopeOf(await response.text()));
  return response.blob();
}

/** Address of a path below `/api/v1`; members of `query` that are undefined or empty are left out. */
export function apiUrl(path: string, query: NonNullable<ApiRequest['query']>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(
    given.map(([name, value]) => [name, String(value)]),
  ).toString();
  return `/api/v1${path}${search === '' ? '' : `?${search}`}`;
}

async function fetchOrUnreachable(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw new ApiError(0, {
      error: { code: 'unreachable', message: 'The service cannot be reached.', request_id: '' },
    });
  }
}

function envelopeOf(text: string): ErrorEnvelope {
  try {
    return JSON.parse(text) as ErrorEnvelope;
  } catch {
    return {
      error: {
        code: 'unknown',
        message: 'The service sent an unexpected response.',
        request_id: '',
      },
    };
  }
}
