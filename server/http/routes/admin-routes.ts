import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  PolicyDifference,
  PolicyReload,
  policyDiffToWire,
  policyReloadToWire,
} from '../../contract/policy.ts';
import { Fault, type Problem } from '../../domain/fault.ts';
import { diffPolicies } from '../../policy/index.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { recordEvent } from '../server/record-event.ts';
import type { LimitedSessions } from '../sign-in/limited-sessions.ts';
import {
  isLimited,
  requireAdmin,
  type SessionCookies,
  userOf,
} from '../sign-in/session-cookies.ts';

/**
 * What only admins may do: policy reload (spec, POST /api/v1/admin/policy/reload; design D40), and
 * going on after the journal lost acknowledged events (design D23).
 */
export function adminRoutes(
  deps: HttpDeps,
  sessions: Pick<SessionCookies, 'start'>,
  limited: Pick<LimitedSessions, 'settle'>,
): Routes {
  return async (scope) => {
    scope.post(
      '/admin/audit/acknowledge-gap',
      {
        onRequest: requireAdmin,
        config: { limited: true },
        schema: {
          operationId: 'acknowledgeGap',
          summary: 'Acknowledge that the journal lost events',
          description:
            'For admins. After a loss the proxy answers `AuditUnavailable` until this; the loss itself goes on record.',
          tags: ['Audit'],
          response: { 204: z.undefined() },
          errors: ['AuditUnavailable'],
        },
      },
      async (request, reply) => {
        await deps.acknowledgeGap(userOf(request).id);
        await limited.settle();
        if (isLimited(request)) await sessions.start(request, reply, userOf(request));
        return reply.code(204).send();
      },
    );

    const routes = scope.withTypeProvider<ZodTypeProvider>();

    routes.route({
      method: 'GET',
      url: '/admin/policy/reload',
      onRequest: requireAdmin,
      schema: {
        operationId: 'previewReload',
        summary: 'See what a reload of the global policy file would change',
        description: 'For admins. Compares the file as it stands now with the policy in force.',
        tags: ['Policies'],
        response: { 200: PolicyDifference },
        errors: ['policy_yaml_invalid'],
      },
      handler: async () => {
        const proposed = await deps.policies.proposed();
        if (!proposed.ok) throw invalidFile(proposed.problems);
        const current = deps.policies.current();
        const diff = diffPolicies(current.policy, proposed.value.policy);
        return policyDiffToWire(diff, current, proposed.value);
      },
    });

    routes.route({
      method: 'POST',
      url: '/admin/policy/reload',
      onRequest: requireAdmin,
      schema: {
        operationId: 'reloadPolicy',
        summary: 'Reload the global policy file',
        description:
          'For admins. Calls in progress finish under the old policy; an invalid file is refused and the old one stays.',
        tags: ['Policies'],
        response: { 200: PolicyReload },
        errors: ['policy_yaml_invalid', 'AuditUnavailable'],
      },
      handler: async (request) => {
        const reload = await deps.policies.reload();
        if (!reload.ok) throw invalidFile(reload.problems);
        // A crash or a refusal here leaves the new policy in force; each call's own events name the
        // policy they were masked under, so the record stays truthful.
        await recordEvent(deps, 'policy_reloaded', {
          actor: userOf(request).id,
          policy_name: reload.current.policy.name,
          policy_sha256: reload.current.sha256,
          previous_sha256: reload.previous.sha256,
        });
        return policyReloadToWire(reload.previous, reload.current);
      },
    });
  };
}

function invalidFile(details: readonly Problem[]): Fault {
  return new Fault('policy_yaml_invalid', 'the policy file is not valid; the old one stays', {
    details,
  });
}
