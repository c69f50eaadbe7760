import type { HttpDeps, Routes } from './deps.ts';
import { sendRawError } from './error-handler.ts';

/** Hands every request under `/idp` to the embedded issuer, with its body unread (design D40). */
export function issuerRoutes(issuer: NonNullable<HttpDeps['issuer']>): Routes {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: '/idp/*',
      handler: async (request, reply) => {
        reply.hijack();
        await issuer(request.raw, reply.raw).catch((error: unknown) =>
          sendRawError(error, request, reply),
        );
      },
    });
  };
}
