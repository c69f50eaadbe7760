import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { ErrorDetail, ErrorEnvelope } from '../../server/contract/errors.ts';
import { apiPath } from './demo.ts';
import { sentence } from './format.ts';

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

/** An error that the portal finds itself, in words for the user. */
export const conflict = (message: string): ApiError =>
  new ApiError(409, envelope('conflict', message));

/** What the service says of the field at a path of the request body; undefined for nothing. */
export function problemAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'name_taken') return path === 'name' ? sentence(error.message) : undefined;
  const detail = error.details.find((each) => each.path === path);
  return detail && sentence(detail.message);
}

interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: object;
  /** The body instead, sent as it is. */
  readonly file?: Blob;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/** The JSON answer of a path below `/api/v1`, undefined when it has none; throws `ApiError`. */
export async function api<T>(
  path: string,
  { method = 'GET', body, file, query = {} }: ApiRequest = {},
): Promise<T> {
  const type = file === undefined ? 'application/json' : 'application/octet-stream';
  const content = file ?? (body && JSON.stringify(body));
  const response = await send(apiUrl(path, query), {
    method,
    headers: content === undefined ? {} : { 'content-type': type },
    ...(content === undefined ? {} : { body: content }),
  });
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Asks the clinic's own service, from its demo too. Throws `ApiError`. */
export async function askClinicService(
  method: 'POST' | 'DELETE',
  path: '/auth/logout' | '/demo' | '/demo/calls',
): Promise<void> {
  await send(`/api/v1${path}`, { method });
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
  const response = await send(apiUrl(path, query), {});
  return response.blob();
}

/** Address of a path below `/api/v1`; members of `query` that are undefined or empty are left out. */
export function apiUrl(path: string, query: NonNullable<ApiRequest['query']>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(
    given.map(([name, value]) => [name, String(value)]),
  ).toString();
  return `${apiPath}${path}${search === '' ? '' : `?${search}`}`;
}

/** The response, if it is no error. */
async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch(() => {
    throw new ApiError(0, envelope('unreachable', 'The service cannot be reached.'));
  });
  if (response.ok) return response;
  const error = await response
    .json()
    .catch(() => envelope('unknown', 'The service sent an unexpected response.'));
  throw new ApiError(response.status, error);
}

function envelope(code: string, message: string): ErrorEnvelope {
  return { error: { code, message, request_id: '' } };
}
