import type { Service } from './service.ts';

/** What the management API answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** `{}` when there was no body. */
  readonly body: {
    data?: Record<string, unknown>[];
    next_cursor?: string | null;
    agent?: Record<string, unknown>;
    error?: { code: string; details?: { path: string }[] };
    [field: string]: unknown;
  };
}

export type JsonApi = (path: string, method?: string, body?: object) => Promise<Answer>;

/** The management API as a signed-in script uses it. */
export function jsonApi(service: () => Pick<Service, 'api'>): JsonApi {
  return async (path, method = 'GET', body) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await service().api(path, init);
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
  };
}

/** Status and error code. */
export function refusal({ status, body }: Answer): readonly [number, string | undefined] {
  return [status, body.error?.code];
}
