import { z } from 'zod';
import { SessionId, SessionPath } from '../../../contract/ids.ts';
import {
  EventPath,
  EventProof,
  OneReport,
  Report,
  ReportEvent,
  ReportQuery,
} from '../../../contract/report.ts';
import { toWire } from '../../../contract/wire-form.ts';
import { Fault } from '../../../domain/fault.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { HttpDeps, Routes } from '../../server/deps.ts';
import { userOf } from '../../sign-in/session-cookies.ts';
import { encodeLongJson, jsonType } from '../long-json.ts';

/** A string in the document, because OpenAPI has no other type for a file. */
const pdfFile = z.string().meta({ format: 'binary' }) as z.ZodType as z.ZodType<Buffer>;

type ReportDeps = Pick<HttpDeps, 'reports'>;

/** Compliance reports (spec, GET /api/v1/sessions/{session_id}/report) and inclusion proofs. */
export function reportRoutes(deps: ReportDeps): Routes {
  return defineRoutes(deps, { tags: ['Sessions'] }, getSessionReport, getEventProof);
}

function getSessionReport(api: ApiScope, { reports }: ReportDeps): void {
  api.get('/sessions/:session_id/report', {
    schema: {
      operationId: 'getSessionReport',
      summary: "Get a call's compliance report",
      description:
        'Audit Schema v1, as JSON or PDF. Each request makes a new report from the journal, and the journal records it. Both forms have the same `merkle_root_hex`; the JSON is attached to the PDF.',
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
      errors: ['session_not_found', 'report_generation_failed'],
    },
    handler: async (request, reply) => {
      const id = sessionIdOf(request.params.session_id);
      const { id: userId, displayName, login } = userOf(request);
      const by = { id: userId, name: displayName || login };
      if (request.query.format === 'json') {
        const report = await reports.json(id, by);
        const json = await encodeLongJson(Report, report, ['events', ReportEvent]);
        reply.type(jsonType).serializer(() => `{"report":${json}}`);
        return { report };
      }
      const { report, pdf } = await reports.pdf(id, by);
      // An id is letters, digits and underscores, so the file name needs no quoting.
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="report-${report.session_id}.pdf"`)
        .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    },
  });
}

function getEventProof(api: ApiScope, { reports }: ReportDeps): void {
  api.get('/sessions/:session_id/events/:event_id/proof', {
    schema: {
      operationId: 'getEventProof',
      summary: 'Prove that an event belongs to its call',
      description:
        'An inclusion proof (RFC 6962) from the event to the `merkle_root_hex` of its session, as reports show it. That tree has no leaves for views, reports and seals.',
      params: EventPath,
      response: { 200: EventProof },
      errors: ['session_not_found', 'not_found'],
    },
    handler: async ({ params }) => {
      const proof = await reports.proof(sessionIdOf(params.session_id), params.event_id);
      return toWire(EventProof, proof);
    },
  });
}

/** Fault `session_not_found` for a malformed id, as for an unknown one. */
function sessionIdOf(id: string) {
  const parsed = SessionId.safeParse(id);
  if (!parsed.success) throw new Fault('session_not_found', 'there is no call with this ID');
  return parsed.data;
}
