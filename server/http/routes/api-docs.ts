import { z } from 'zod';
import type { OpenApi } from '../openapi/document.ts';
import { docsPage } from '../openapi/page.ts';
import { docsStyle } from '../openapi/page-style.ts';
import type { Routes } from '../server/deps.ts';

/** The OpenAPI document, and the same as a page for people without a line of script (decision 0019). */
export function apiDocs(document: () => OpenApi): Routes {
  return async (scope) => {
    scope.get(
      '/openapi.json',
      {
        schema: {
          operationId: 'getOpenApi',
          summary: 'This document',
          tags: ['Service'],
          response: { 200: z.looseObject({ openapi: z.string() }).meta({ id: 'OpenApiDocument' }) },
        },
      },
      async (_request, reply) =>
        reply.type('application/json; charset=utf-8').send(JSON.stringify(document())),
    );
    scope.get(
      '/docs',
      {
        schema: {
          operationId: 'getDocs',
          summary: 'This document as a page',
          tags: ['Service'],
          response: {
            200: { description: 'A page.', content: { 'text/html': { schema: z.string() } } },
          },
        },
      },
      async (_request, reply) => reply.type('text/html; charset=utf-8').send(docsPage(document())),
    );
    scope.get(
      '/docs/style.css',
      {
        schema: {
          operationId: 'getDocsStyle',
          summary: 'The style sheet of the page',
          tags: ['Service'],
          response: {
            200: { description: 'CSS.', content: { 'text/css': { schema: z.string() } } },
          },
        },
      },
      async (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle),
    );
  };
}
