import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { AuditVerification, verificationToWire } from '../contract/audit.ts';
import type { HttpDeps, Routes } from './deps.ts';

/** Chain verification, under both of its addresses (spec, POST /audit/verify). */
export function auditRoutes({ journal }: Pick<HttpDeps, 'journal'>): Routes {
  return async (scope) => {
    for (const url of ['/audit/verify', '/api/v1/audit/verify']) {
      scope.withTypeProvider<ZodTypeProvider>().route({
        method: 'POST',
        url,
        schema: { response: { 200: AuditVerification } },
        handler: async () => verificationToWire(await journal.verify()),
      });
    }
  };
}
