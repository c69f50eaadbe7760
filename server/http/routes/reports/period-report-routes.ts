import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AgentPath } from '../../../contract/ids.ts';
import {
  OnePeriodReport,
  PeriodCallRow,
  PeriodReport,
  PeriodReportFormat,
  PeriodReportQuery,
  PeriodReportScope,
} from '../../../contract/reports/period-report.ts';
import type { AgentId } from '../../../domain/ids.ts';
import { isInPeriod } from '../../../domain/reports/period.ts';
import type { PeriodReportRequest } from '../../../sessions/period-reports.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { HttpDeps, Routes } from '../../server/deps.ts';
import { invalidRequest } from '../../server/validator.ts';
import { zipStream } from '../../server/zip-stream.ts';
import { userOf } from '../../sign-in/session-cookies.ts';
import { findAgent } from '../agent-routes.ts';
import { encodeLongJson, jsonType } from '../long-json.ts';

type PeriodReportDeps = Pick<HttpDeps, 'agents' | 'periodReports'>;

/** A string in the document, because OpenAPI has no other type for a file. */
const pdfFile = z.string().meta({ format: 'binary' }) as z.ZodType as z.ZodType<Buffer>;

const description =
  'Audit Schema v1 for the calls that started in the period, as JSON or PDF. Each request makes a new report from the journal, and the journal records it. Both forms have the same `merkle_root_hex`, over the roots of the calls and the hashes of the access log; the JSON is attached to the PDF.';

const schema = {
  description,
  response: {
    200: {
      description: 'The report.',
      content: {
        'application/json': { schema: OnePeriodReport },
        'application/pdf': { schema: pdfFile },
      },
    },
  },
};
const Query = PeriodReportQuery.extend(PeriodReportFormat.shape);

/** Compliance reports of a period, of one agent or of all (decision 0091). */
export function periodReportRoutes(deps: PeriodReportDeps): Routes {
  return defineRoutes(deps, { tags: ['Reports'] }, getReport, getArchive, getAgentReport);
}

function getReport(api: ApiScope, { periodReports }: PeriodReportDeps): void {
  api.get('/reports', {
    schema: {
      ...schema,
      operationId: 'getReport',
      summary: 'Get the compliance report of a period',
      querystring: Query.extend(PeriodReportScope.shape),
      errors: ['report_generation_failed'],
    },
    handler: async (request, reply) =>
      answer(periodReports, request, reply, {
        ...request.query,
        agentId: request.query.agent_id,
      }),
  });
}

const zipType = 'application/zip';
/** A string in the document, like the PDF. */
const zipFile = z.string().meta({ format: 'binary' }) as z.ZodType as z.ZodType<Readable>;

function getArchive(api: ApiScope, { periodReports }: PeriodReportDeps): void {
  api.get('/reports.zip', {
    schema: {
      operationId: 'getReportArchive',
      summary: 'Download the report of a period with the reports of its samples',
      description:
        'The report as JSON and PDF, and both forms of the report of each sampled call. The last file is `manifest.json`, with the SHA-256 of each other file. The archive is sent as it is made; one without its manifest was cut short. The journal records each report in it.',
      querystring: PeriodReportQuery.extend(PeriodReportScope.shape),
      response: {
        200: { description: 'The archive.', content: { [zipType]: { schema: zipFile } } },
      },
      responseHeaders: { 200: { 'content-disposition': 'A name for the file.' } },
      errors: ['report_generation_failed'],
    },
    handler: async (request, reply) => {
      const asked = { ...request.query, agentId: request.query.agent_id };
      const { report, files } = await periodReports.archive(requestOf(request, asked));
      return reply
        .type(zipType)
        .header('content-disposition', `attachment; filename="${fileNameOf(report)}.zip"`)
        .send(Readable.from(zipStream(files), { objectMode: false }));
    },
  });
}

function getAgentReport(api: ApiScope, { agents, periodReports }: PeriodReportDeps): void {
  api.get('/agents/:agent_id/report', {
    schema: {
      ...schema,
      operationId: 'getAgentReport',
      summary: 'Get the compliance report of an agent for a period',
      params: AgentPath,
      querystring: Query,
      errors: ['agent_not_found', 'report_generation_failed'],
    },
    handler: async (request, reply) => {
      const { id } = await findAgent({ agents }, request.params.agent_id);
      return answer(periodReports, request, reply, { ...request.query, agentId: id });
    },
  });
}

type Asked = z.infer<typeof PeriodReportQuery> & { readonly agentId: AgentId | undefined };

async function answer(
  reports: PeriodReportDeps['periodReports'],
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked & z.infer<typeof PeriodReportFormat>,
) {
  const wanted = requestOf(request, asked);
  if (asked.format === 'json') {
    const report = await reports.json(wanted);
    const json = await encodeLongJson(PeriodReport, report, ['calls', PeriodCallRow]);
    reply.type(jsonType).serializer(() => `{"report":${json}}`);
    return { report };
  }
  const { report, pdf } = await reports.pdf(wanted);
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${fileNameOf(report)}.pdf"`)
    .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
}

/** Fault `validation_failed` for a period without a moment in it. */
function requestOf(request: FastifyRequest, asked: Asked): PeriodReportRequest {
  const from = new Date(asked.from).toISOString();
  const until = new Date(asked.until).toISOString();
  if (!isInPeriod(from, { from, until })) {
    throw invalidRequest([{ path: 'until', message: 'must be after from' }]);
  }
  const { id, displayName, login } = userOf(request);
  return {
    period: { from, until, ...(asked.agentId !== undefined && { agentId: asked.agentId }) },
    samples: asked.samples,
    preparedFor: asked.prepared_for,
    ...(asked.root !== undefined && { rootHex: asked.root }),
    preparedBy: { id, name: displayName || login },
  };
}

/** Letters, digits and hyphens, so that the name needs no quoting. */
function fileNameOf({ period, agent }: PeriodReport): string {
  const days = `${period.from.slice(0, 10)}-${period.until.slice(0, 10)}`;
  return `report-${days}${agent === undefined ? '' : `-${agent.id}`}`;
}
