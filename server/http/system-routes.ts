import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SystemStatus, type SystemView, systemToWire } from '../contract/system.ts';
import type { Routes } from './deps.ts';

/** How the service is set up and how it is; names and sizes, no value that is a secret. */
export function systemRoutes(system: () => Promise<SystemView>): Routes {
  return async (scope) => {
    scope.withTypeProvider<ZodTypeProvider>().route({
      method: 'GET',
      url: '/system',
      config: { limited: true },
      schema: {
        operationId: 'getSystem',
        summary: 'How the service is set up',
        description: 'Names, sizes and times; never the value of a key or of a variable.',
        tags: ['Service'],
        response: { 200: SystemStatus },
      },
      handler: async () => systemToWire(await system()),
    });
  };
}
