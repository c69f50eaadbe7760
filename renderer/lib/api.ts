import type { ErrorDetail, ErrorEnvelope } from '../../server/contract/errors.ts';

/** A refusal of the API (spec, Error envelope); `status` is 0 when the service was not reached. */
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
        message: 'The service answered in an unknown way.',
        request_id: '',
      },
    };
  }
}
