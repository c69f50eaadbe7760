import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import { z } from 'zod';
import type { OpenApi } from '../openapi/document.ts';
import type { Routes } from '../server/deps.ts';

/** The OpenAPI document, and Swagger UI to read it in a browser (decision 0067). */
export function apiDocs(document: () => OpenApi): Routes {
  return async (scope) => {
    scope.get('/openapi.json', { schema: documentRoute }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(document())),
    );
    scope.get('/docs', hidden, async (_request, reply) =>
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

/** Shows the document without the forms that send requests: the page must not show patients' data. */
const initScript = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;
