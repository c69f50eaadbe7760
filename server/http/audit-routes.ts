import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { AuditVerification, verificationToWire } from '../contract/audit.ts';
import type { HttpDeps, Routes } from './deps.ts';

/** Chain verification, under both of its addresses (spec, POST /audit/verify). */
export function auditRoutes({ journal }: Pick<HttpDeps, 'journal'>): Routes {
  return async (scope) => {
    const addresses = [
      { url: '/audit/verify', operationId: 'verifyAudit', summary: 'Verify the hash chain' },
      {
        url: '/api/v1/audit/verify',
        operationId: 'verifyAuditInApi',
        summary: 'Verify the hash chain, under /api/v1',
      },
    ];
    for (const { url, operationId, summary } of addresses) {
      scope.withTypeProvider<ZodTypeProvider>().route({
        method: 'POST',
        url,
        config: { limited: true },
        schema: {
          operationId,
          summary,
          description: 'Reads the whole journal again. A body is not needed and not looked at.',
          tags: ['Audit'],
          response: { 200: AuditVerification },
        },
        handler: async () => verificationToWire(await journal.verify()),
      });
    }
  };
}
