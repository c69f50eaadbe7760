import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Fault } from '../../domain/fault.ts';
import type { OpenApi } from '../openapi/document.ts';
import type { Routes } from '../server/deps.ts';

/** The OpenAPI document, and Swagger UI to read it in a browser (decision 0067). */
export function apiDocs(document: () => OpenApi): Routes {
  return async (scope) => {
    scope.get('/openapi.json', { schema: documentRoute }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(document())),
    );
    scope.get('/docs', { ...hidden, errorHandler: sendToSignIn }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(page),
    );
    scope.get('/docs/init.js', hidden, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(initScript),
    );
    await scope.register(fastifyStatic, {
      root: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
      prefix: '/docs/assets/',
      allowedPath: (path) => viewerFiles.includes(path),
      index: false,
      schemaHide: true,
    });
  };
}

const documentRoute = {
  operationId: 'getOpenApi',
  summary: 'Get this document',
  tags: ['Service'],
  response: { 200: z.looseObject({ openapi: z.string() }).meta({ id: 'OpenApiDocument' }) },
};
const hidden = { schema: { hide: true } };

/** A browser without a sign-in goes to the portal, which asks for one. */
function sendToSignIn(error: Error, { headers }: FastifyRequest, reply: FastifyReply): void {
  const signedOut = error instanceof Fault && error.code === 'unauthenticated';
  if (!signedOut || !/\btext\/html\b/.test(headers.accept ?? '')) throw error;
  void reply.redirect('/portal');
}

/** The files of the package that the page loads; no other file of the package is served. */
const viewerFiles = ['/swagger-ui-bundle.js', '/swagger-ui.css'];

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Voice PHI Proxy API</title>
<link rel="icon" href="/portal/icon.svg">
<link rel="stylesheet" href="/api/v1/docs/assets/swagger-ui.css">
</head>
<body>
<main id="docs"></main>
<script src="/api/v1/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/v1/docs/init.js"></script>
</body>
</html>
`;

/**
 * Shows the document without the forms that send requests: the page must not show patients' data. The
 * search finds operations by path, summary and description; the viewer's own finds only tags.
 */
const initScript = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  filter: true,
  plugins: [{ fn: { opsFilter: (tags, phrase) => {
    const has = (operation) => JSON.stringify([
      operation.get('path'),
      operation.getIn(['operation', 'summary']),
      operation.getIn(['operation', 'description']),
    ]).toLowerCase().includes(phrase.toLowerCase());
    return tags
      .map((tag) => tag.update('operations', (operations) => operations.filter(has)))
      .filter((tag) => tag.get('operations').size > 0);
  } } }],
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;
