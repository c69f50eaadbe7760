import { afterEach } from 'vitest';
import type { Check } from './document-check.ts';
import { recordAnswer } from './record-answer.ts';
import { onServerMade, routesOf } from './registered-routes.ts';

/**
 * Set up before every test file: whatever a server of ours answers, over a socket or injected, is
 * held against its own OpenAPI document, and the test that made it answer fails when it does not
 * fit. Servers that a test puts together from parts have no document and are left alone.
 */
const problems: string[] = [];

onServerMade((app) => {
  let check: Check | undefined;
  app.addHook('onReady', async () => {
    const routes = routesOf(app);
    if (!routes.some(({ schema }) => schema.operationId === 'getHealth')) return;
    const { checkerOf } = await import('./document-check.ts');
    check = checkerOf(routes);
  });
  app.addHook('onRequest', async (request, reply) => {
    recordAnswer(reply.raw, (answer) => {
      const url = request.routeOptions.url;
      problems.push(...(check?.({ ...answer, method: request.method, url }) ?? []));
    });
  });
});

afterEach(() => {
  const found = problems.splice(0);
  if (found.length > 0) {
    throw new Error(`answers that are not in the OpenAPI document:\n${found.join('\n')}`);
  }
});
