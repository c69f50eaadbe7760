import type { Check } from './document-check.ts';
import { recordAnswer } from './record-answer.ts';
import { onServerMade, routesOf } from './registered-routes.ts';

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

/** What was wrong with the answers of our servers since this was last asked. */
export function takeAnswerProblems(): readonly string[] {
  return problems.splice(0);
}
