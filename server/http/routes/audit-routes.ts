import { Readable } from 'node:stream';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  AuditState,
  AuditStateQuery,
  AuditVerification,
  auditStateToWire,
  verificationToWire,
} from '../../contract/audit.ts';
import type { Journal, JournalAttestation, JournalGap } from '../../ports/journal.ts';
import type { Retention } from '../../sessions/retention.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { requireAdmin } from '../sign-in/session-cookies.ts';

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

/** What the routes about the state of the journal stand on. */
export interface AuditStateDeps {
  readonly journal: Pick<Journal, 'head'>;
  readonly attestation: Pick<
    JournalAttestation,
    'publicKey' | 'keyName' | 'checkpoints' | 'export'
  >;
  readonly retention: Pick<Retention, 'status'>;
  /** Set while events are missing that nobody has taken note of (design D23). */
  readonly journalGap: () => JournalGap | undefined;
}

const tags = ['Audit'];
const exportType = 'application/x-ndjson';

/** Text to the document: each line is JSON, the whole is not. */
const journalLines = z.string() as z.ZodType as z.ZodType<Readable>;

/** Where the journal stands, and the journal itself as a file that verifies by itself (design D24). */
export function auditStateRoutes(deps: AuditStateDeps): Routes {
  const { journal, attestation, retention, journalGap } = deps;
  return async (scope) => {
    const routes = scope.withTypeProvider<ZodTypeProvider>();

    routes.route({
      method: 'GET',
      url: '/audit',
      config: { limited: true },
      schema: {
        operationId: 'getAudit',
        summary: 'Where the journal stands',
        description:
          'Its head, its newest signed checkpoints with the key they verify by, and whether events are missing. Nothing is verified by asking.',
        tags,
        querystring: AuditStateQuery,
        response: { 200: AuditState },
      },
      handler: async ({ query }) =>
        auditStateToWire({
          head: journal.head(),
          gap: journalGap(),
          prunedCount: (await retention.status()).prunedRecords,
          checkpoints: await attestation.checkpoints(query.checkpoints),
          publicKey: attestation.publicKey,
          keyName: attestation.keyName,
        }),
    });

    routes.route({
      method: 'GET',
      url: '/audit/export',
      onRequest: requireAdmin,
      schema: {
        operationId: 'exportAudit',
        summary: 'Export the journal',
        description:
          'For admins. The file of `svc audit export`: a line of JSON each, which verify without this service (docs/journal-format.md). A file without its last line, `end`, was cut short.',
        tags,
        response: {
          200: { description: 'The journal.', content: { [exportType]: { schema: journalLines } } },
        },
        responseHeaders: { 200: { 'content-disposition': 'A name for the file.' } },
      },
      handler: async (_request, reply) =>
        reply
          .type(exportType)
          .header('content-disposition', 'attachment; filename="journal.jsonl"')
          .send(Readable.from(attestation.export(), { objectMode: false })),
    });
  };
}
