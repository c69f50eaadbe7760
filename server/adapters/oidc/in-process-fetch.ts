import type { IncomingMessage, ServerResponse } from 'node:http';
import { inject } from 'light-my-request';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/**
 * A `fetch` that calls `handler` without a network, for what this process asks of its own issuer:
 * it can't deadlock, and it works whatever proxy or certificate stands before the base URL.
 */
export function inProcessFetch(handler: () => Promise<RequestHandler>) {
  return async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const handle = await handler();
    const target = new URL(url);
    const answer = await inject(
      (request, response) => handle(request as never, response as never),
      {
        method: (method ?? 'GET') as 'GET',
        url: target.pathname + target.search,
        headers: { ...headers, host: target.host },
        ...(body === undefined || body === null ? {} : { payload: String(body) }),
      },
    );
    const known = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return new Response(answer.payload, {
      status: answer.statusCode,
      headers: Object.fromEntries(known) as Record<string, string>,
    });
  };
}
