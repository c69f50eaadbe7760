import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  AuditState,
  AuditStateQuery,
  AuditVerification,
  CheckpointItem,
  verificationToWire,
} from '../../contract/audit.ts';
import { toWire } from '../../contract/wire-form.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import type { LimitedSessions } from '../sign-in/limited-sessions.ts';
import { isLimited, type SessionCookies, userOf } from '../sign-in/session-cookies.ts';

export interface AuditDeps
  extends RecordDeps,
    Pick<HttpDeps, 'acknowledgeGap' | 'attestation' | 'journalGap' | 'retention'> {
  readonly sessions: Pick<SessionCookies, 'start'>;
  readonly limited: Pick<LimitedSessions, 'recordOwedLogins'>;
}

const exportType = 'application/x-ndjson';

/** A string in the document: each line is JSON, the whole file is not. */
const journalLines = z.string() as z.ZodType as z.ZodType<Readable>;

/** Chain verification at its address outside the API (spec, POST /audit/verify). */
export function auditVerifyRoute(deps: Pick<HttpDeps, 'journal'>): Routes {
  return defineRoutes(deps, { tags: ['Audit'] }, (api) =>
    verifyAudit(api, deps, 'verifyAudit', 'Verify the audit journal'),
  );
}

/** The journal's state, its export and its gaps, and chain verification once more. */
export function auditRoutes(deps: AuditDeps): Routes {
  const verifyAlias = (api: ApiScope) =>
    verifyAudit(api, deps, 'verifyAuditInApi', 'Verify the audit journal (alias)');
  return defineRoutes(
    deps,
    { tags: ['Audit'] },
    getAudit,
    verifyAlias,
    exportAudit,
    acknowledgeGap,
  );
}

function verifyAudit(
  api: ApiScope,
  { journal }: Pick<HttpDeps, 'journal'>,
  operationId: string,
  summary: string,
): void {
  api.post('/audit/verify', {
    config: { limited: true },
    schema: {
      operationId,
      summary,
      description: 'Reads the whole journal again. The request needs no body.',
      response: { 200: AuditVerification },
    },
    handler: async () => verificationToWire(await journal.verify()),
  });
}

function getAudit(api: ApiScope, deps: AuditDeps): void {
  const { journal, attestation, retention, journalGap } = deps;
  api.get('/audit', {
    config: { limited: true },
    schema: {
      operationId: 'getAudit',
      summary: 'Get the state of the audit log',
      description:
        'The head, the newest signed checkpoints with the key that verifies them, and whether events are missing. This request verifies nothing.',
      querystring: AuditStateQuery,
      response: { 200: AuditState },
    },
    handler: async ({ query }) => {
      const gap = journalGap();
      const { prunedCount } = await retention.status();
      const checkpoints = await attestation.checkpoints(query.checkpoints);
      return toWire(AuditState, {
        head: journal.head(),
        gap: gap === undefined ? null : { ...gap, acknowledged: gap.head },
        prunedCount: prunedCount > 0 ? prunedCount : undefined,
        checkpoints: checkpoints.map((checkpoint) => toWire(CheckpointItem, checkpoint)),
        publicKey: attestation.publicKey,
        keyName: attestation.keyName,
      });
    },
  });
}

function exportAudit(api: ApiScope, { attestation, ...deps }: AuditDeps): void {
  api.get('/audit/export', {
    schema: {
      operationId: 'exportAudit',
      summary: 'Export the audit log',
      description:
        'The file of `svc audit export`: one JSON object per line. The journal records the download. It verifies without this service (docs/journal-format.md). A file whose last line is not `end` was cut short.',
      response: {
        200: { description: 'The journal.', content: { [exportType]: { schema: journalLines } } },
      },
      responseHeaders: { 200: { 'content-disposition': 'A name for the file.' } },
    },
    handler: async (request, reply) => {
      const fields = { actor: userOf(request).id, part: 'journal' } as const;
      await recordEvent(deps, 'audit_exported', fields);
      return reply
        .type(exportType)
        .header('content-disposition', 'attachment; filename="journal.jsonl"')
        .send(Readable.from(attestation.export(), { objectMode: false }));
    },
  });
}

/** Design D23. A limited session becomes a full one, because the journal can record it now. */
function acknowledgeGap(api: ApiScope, { sessions, limited, ...deps }: AuditDeps): void {
  api.post('/admin/audit/acknowledge-gap', {
    config: { limited: true },
    schema: {
      operationId: 'acknowledgeGap',
      summary: 'Acknowledge missing events',
      description:
        'After a loss the proxy answers `AuditUnavailable` until an admin acknowledges it. The journal records the loss.',
      response: { 204: z.undefined() },
    },
    handler: async (request, reply) => {
      await deps.acknowledgeGap(userOf(request).id);
      await limited.recordOwedLogins();
      if (isLimited(request)) await sessions.start(request, reply, userOf(request));
      return reply.code(204).send();
    },
  });
}
