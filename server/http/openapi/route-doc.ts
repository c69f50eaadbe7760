import type { ErrorCode } from '../../contract/errors.ts';

/** How a caller proves who it is: cookie, request signature, or an agent's bearer token. */
export type SecurityScheme = 'session' | 'signature' | 'agentToken';

/**
 * What a route says of itself beside the schemas that check it. A route is part of the OpenAPI
 * document when it has an `operationId`; pages for people have none.
 */
export interface RouteDoc {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Any one of them; none for open routes. Left out, the session cookie. */
  readonly credentials: readonly SecurityScheme[];
  /** Codes beyond those that every route of its kind can give, see `codesOf`. */
  readonly errors: readonly ErrorCode[];
  /** Whether a browser is told of errors by a page. */
  readonly errorPage: boolean;
  /** Optional request headers by name. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Headers that every answer with this status carries, beside `x-request-id`. */
  readonly responseHeaders: Readonly<Record<number, Readonly<Record<string, string>>>>;
}

declare module 'fastify' {
  interface FastifySchema extends Partial<RouteDoc> {}
}
