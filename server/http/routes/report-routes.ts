import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SessionId, SessionPath } from '../../contract/ids.ts';
import {
  EventPath,
  EventProof,
  OneReport,
  Report,
  ReportEvent,
  ReportQuery,
} from '../../contract/report.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionReports } from '../../sessions/session-reports.ts';
import type { Routes } from '../server/deps.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { encodeLongJson, jsonType } from './long-json.ts';

/** Text to the document, bytes in truth: OpenAPI has no other word for a file. */
const pdfFile = z.string().meta({ format: 'binary' }) as z.ZodType as z.ZodType<Buffer>;

/** Compliance reports (spec, GET /api/v1/sessions/{session_id}/report) and inclusion proofs. */
export function reportRoutes(reports: SessionReports): Routes {
  return async (scope) => {
    const routes = scope.withTypeProvider<ZodTypeProvider>();

    routes.route({
      method: 'GET',
      url: '/sessions/:session_id/report',
      schema: {
        operationId: 'getSessionReport',
        summary: "Get a session's compliance report",
        description:
          'Audit Schema v1, as JSON or PDF: made from the journal on each call and put on record. Both forms have the same `merkle_root_hex`; the PDF has the JSON attached.',
        tags: ['Sessions'],
        params: SessionPath,
        querystring: ReportQuery,
        response: {
          200: {
            description: 'The report.',
            content: {
              'application/json': { schema: OneReport },
              'application/pdf': { schema: pdfFile },
            },
          },
        },
        errors: ['session_not_found', 'report_generation_failed', 'AuditUnavailable'],
      },
      handler: async (request, reply) => {
        const id = sessionIdOf(request.params.session_id);
        const actor = userOf(request).id;
        if (request.query.format === 'json') {
          const report = await reports.json(id, actor);
          const json = await encodeLongJson(Report, report, ['events', ReportEvent]);
          reply.type(jsonType).serializer(() => `{"report":${json}}`);
          return { report };
        }
        const { report, pdf } = await reports.pdf(id, actor);
        return reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${fileName(report.session_id)}"`)
          .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
      },
    });

    routes.route({
      method: 'GET',
      url: '/sessions/:session_id/events/:event_id/proof',
      schema: {
        operationId: 'getEventProof',
        summary: 'Prove that an event belongs to its session',
        description:
          'An inclusion proof (RFC 6962) from the event to the `merkle_root_hex` of its session, as reports show it. Views, reports and seals are no leaves of that tree.',
        tags: ['Sessions'],
        params: EventPath,
        response: { 200: EventProof },
        errors: ['session_not_found', 'not_found'],
      },
      handler: async ({ params }) => {
        const proof = await reports.proof(sessionIdOf(params.session_id), params.event_id);
        return {
          event: proof.event,
          leaf_index: proof.leafIndex,
          tree_size: proof.treeSize,
          merkle_root_hex: proof.merkleRootHex,
          path: proof.path,
        };
      },
    });
  };
}

/** A malformed id is that of no session. */
function sessionIdOf(id: string) {
  const parsed = SessionId.safeParse(id);
  if (!parsed.success) throw new Fault('session_not_found', 'there is no session with this id');
  return parsed.data;
}

/** Ids are letters, digits and underscores, so nothing needs quoting. */
function fileName(sessionId: string): string {
  return `report-${sessionId}.pdf`;
}
