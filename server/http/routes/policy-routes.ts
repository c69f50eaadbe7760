import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PageQuery } from '../../contract/pagination.ts';
import {
  listedPolicyToWire,
  PolicyDifference,
  PolicyPage,
  PolicyTrial,
  PolicyTrialResult,
  PolicyVerdict,
  ProposedPolicy,
  policyDiffToWire,
  policyVerdictToWire,
  trialToWire,
} from '../../contract/policy.ts';
import { Fault } from '../../domain/fault.ts';
import type { ActivePolicy } from '../../domain/policy.ts';
import { diffPolicies, kindsWithoutPass } from '../../policy/index.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { cutPage, decodeCursor } from './pagination.ts';

/** Where a page begins in the list. */
const PolicyPosition = z.int().nonnegative();

/** Looking at policies and trying them out, for everybody who is signed in; changes nothing. */
export function policyRoutes({
  policies,
  tryPolicy,
}: Pick<HttpDeps, 'policies' | 'tryPolicy'>): Routes {
  return async (scope) => {
    const routes = scope.withTypeProvider<ZodTypeProvider>();

    routes.route({
      method: 'GET',
      url: '/policies',
      schema: {
        operationId: 'listPolicies',
        summary: 'List the policies that agents may name',
        description: 'The global policy first, then those that come with the product.',
        tags: ['Policies'],
        querystring: PageQuery,
        response: { 200: PolicyPage },
      },
      handler: async ({ query: { limit, cursor } }) => {
        const from = cursor === undefined ? 0 : decodeCursor(PolicyPosition, cursor);
        const all = policies.all().map((active, at) => ({ active, at }));
        const page = cutPage(all.slice(from), limit, ({ at }) => at + 1);
        const data = page.rows.map(({ active, at }) => listedPolicyToWire(active, at === 0));
        return { data, next_cursor: page.nextCursor };
      },
    });

    routes.route({
      method: 'POST',
      url: '/policies/validate',
      schema: {
        operationId: 'validatePolicy',
        summary: 'Check the text of a policy',
        description: 'An invalid policy is an answer here, not an error: 200 with its problems.',
        tags: ['Policies'],
        body: ProposedPolicy,
        response: { 200: PolicyVerdict },
      },
      handler: async ({ body }) => {
        const decoded = policies.decode(body.policy_yaml);
        return decoded.ok
          ? policyVerdictToWire(decoded.value, kindsWithoutPass(decoded.value.policy))
          : { ok: false as const, problems: [...decoded.problems] };
      },
    });

    routes.route({
      method: 'POST',
      url: '/policies/diff',
      schema: {
        operationId: 'diffPolicy',
        summary: 'Compare the text of a policy with the global one',
        description:
          'What would change in meaning if the global policy became this one; comments, order and defaults do not count.',
        tags: ['Policies'],
        body: ProposedPolicy,
        response: { 200: PolicyDifference },
        errors: ['policy_yaml_invalid'],
      },
      handler: async ({ body }) => {
        const proposed = decoded(body.policy_yaml);
        const current = policies.current();
        return policyDiffToWire(diffPolicies(current.policy, proposed.policy), current, proposed);
      },
    });

    routes.route({
      method: 'POST',
      url: '/policies/detect',
      schema: {
        operationId: 'tryPolicy',
        summary: 'Try a policy on a text',
        description:
          'What would be found in the words of a caller, and what would be left of them. The text is neither kept nor logged, and no token is made.',
        tags: ['Policies'],
        body: PolicyTrial,
        response: { 200: PolicyTrialResult },
        errors: ['policy_yaml_invalid'],
      },
      handler: async ({ body }) => {
        const { policy_yaml: yaml } = body;
        const active = yaml === undefined ? policies.current() : decoded(yaml);
        return trialToWire(await tryPolicy(active, body.text));
      },
    });
  };

  function decoded(yaml: string): ActivePolicy {
    const result = policies.decode(yaml);
    if (result.ok) return result.value;
    throw new Fault('policy_yaml_invalid', 'the policy is not valid', { details: result.problems });
  }
}
