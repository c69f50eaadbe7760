import { z } from 'zod';
import { PageQuery, ShortListQuery } from '../../contract/pagination.ts';
import {
  CoverageRow,
  type CoveredPolicy,
  PolicyCoverage,
} from '../../contract/policies/coverage.ts';
import {
  PolicyPreview,
  PreviewedPolicy,
  policyPreviewToWire,
} from '../../contract/policies/preview.ts';
import {
  listedPolicyToWire,
  PolicyDifference,
  PolicyPage,
  PolicyReload,
  PolicyTrial,
  PolicyTrialResult,
  PolicyVerdict,
  ProposedPolicy,
  policyDiffToWire,
  policyReloadToWire,
  policyVerdictToWire,
} from '../../contract/policy.ts';
import { toWire } from '../../contract/wire-form.ts';
import type { Agent } from '../../domain/agent.ts';
import type { Result } from '../../domain/fault.ts';
import type { AgentId } from '../../domain/ids.ts';
import type { ActivePolicy } from '../../domain/policy.ts';
import { diffPolicies, exampleProblems, policyNotes } from '../../policy/index.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { invalidPolicy } from '../server/validator.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { findAgent } from './agent-routes.ts';
import { readPage, readShortList } from './pagination.ts';

export type PolicyDeps = RecordDeps &
  Pick<
    HttpDeps,
    | 'agents'
    | 'coverageOf'
    | 'patternsOnly'
    | 'policies'
    | 'policyChanges'
    | 'previewPolicy'
    | 'tryPolicy'
  >;

/** The index of the next page's first policy. */
const PolicyPosition = z.int().nonnegative();

/** Every user reads policies and tries them out. Admins reload the global one. */
export function policyRoutes(deps: PolicyDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Policies'] },
    listPolicies,
    validatePolicy,
    diffPolicy,
    tryPolicy,
    previewPolicy,
    getCoverage,
    previewReload,
    reloadPolicy,
  );
}

function listPolicies(api: ApiScope, { policies }: PolicyDeps): void {
  api.get('/policies', {
    schema: {
      operationId: 'listPolicies',
      summary: 'List the policies that an agent can use by name',
      description: 'The global policy first, then the policies that come with the product.',
      querystring: PageQuery,
      response: { 200: PolicyPage },
    },
    handler: ({ query }) =>
      readPage(query, {
        list: ({ before: from = 0 }) =>
          policies
            .all()
            .map((active, at) => ({ active, at }))
            .slice(from),
        position: PolicyPosition,
        positionOf: ({ at }) => at + 1,
        toWire: ({ active, at }) => listedPolicyToWire(active, at === 0),
      }),
  });
}

function validatePolicy(api: ApiScope, { policies, tryPolicy: run }: PolicyDeps): void {
  api.post('/policies/validate', {
    schema: {
      operationId: 'validatePolicy',
      summary: 'Validate a policy',
      description:
        'An invalid policy is not an error here: the answer is 200 with its problems. The examples of a valid policy run, and those that fail are problems too.',
      body: ProposedPolicy,
      response: { 200: PolicyVerdict },
    },
    handler: async ({ body }) => {
      const decoded = policies.decode(body.policy_yaml);
      const problems = decoded.ok ? await exampleProblems(decoded.value, run) : decoded.problems;
      return decoded.ok && problems.length === 0
        ? policyVerdictToWire(decoded.value, policyNotes(decoded.value.policy))
        : { ok: false as const, problems: [...problems] };
    },
  });
}

function diffPolicy(api: ApiScope, deps: PolicyDeps): void {
  api.post('/policies/diff', {
    schema: {
      operationId: 'diffPolicy',
      summary: 'Compare a policy with the global policy',
      description:
        'What would change if this policy replaced the global one. Comments, order and spelled-out defaults make no difference.',
      body: ProposedPolicy,
      response: { 200: PolicyDifference },
      errors: ['policy_yaml_invalid'],
    },
    handler: async ({ body }) => {
      return fromCurrent(deps, validPolicy(deps.policies.decode(body.policy_yaml)));
    },
  });
}

function tryPolicy(api: ApiScope, deps: PolicyDeps): void {
  api.post('/policies/detect', {
    schema: {
      operationId: 'tryPolicy',
      summary: 'Try out a policy',
      description:
        "What the policy finds in a caller's words, and how it masks them. The service neither keeps nor logs the text, and makes no token.",
      body: PolicyTrial,
      response: { 200: PolicyTrialResult },
      errors: ['policy_yaml_invalid'],
    },
    handler: async ({ body }) => {
      const { policies } = deps;
      const { policy_yaml: yaml } = body;
      const active = yaml === undefined ? policies.current() : validPolicy(policies.decode(yaml));
      return toWire(PolicyTrialResult, await deps.tryPolicy(active, body.text));
    },
  });
}

function previewPolicy(api: ApiScope, deps: PolicyDeps): void {
  api.post('/policies/preview', {
    schema: {
      operationId: 'previewPolicy',
      summary: 'Try out a policy on kept calls',
      description:
        'What the policy would have changed in calls of the last seven days whose public side is kept: at most 200 calls, 1,000 texts and ten seconds, the newest first. Nothing is kept of it. What a new word of `never` would leave in the clear is not in it, because the kept texts do not have the masked values.',
      body: PreviewedPolicy,
      response: { 200: PolicyPreview },
      errors: ['policy_yaml_invalid', 'agent_not_found'],
    },
    handler: async ({ body }) => {
      const proposed = validPolicy(deps.policies.decode(body.policy_yaml));
      const agent = body.agent_id === undefined ? undefined : await findAgent(deps, body.agent_id);
      return policyPreviewToWire(await deps.previewPolicy(proposed, agent));
    },
  });
}

function getCoverage(api: ApiScope, deps: PolicyDeps): void {
  api.get('/policies/coverage', {
    schema: {
      operationId: 'getPolicyCoverage',
      summary: 'Get the Safe Harbor coverage of policies',
      description:
        'The 18 identifiers of 45 CFR 164.514(b)(2)(i) under each policy, with the agents that use it: the global policy first, then those that come with the product, then policies of agents. A policy of an agent that cannot be used is left out.',
      querystring: ShortListQuery,
      response: { 200: PolicyCoverage },
    },
    handler: async ({ query }) => {
      const { policies, coverageOf } = deps;
      const users = await agentsByPolicy(deps);
      const named = policies.all();
      const own = [...users.values()].map(([first]) => first?.active);
      const others = own.flatMap((active) =>
        active === undefined || named.some(({ sha256 }) => sha256 === active.sha256)
          ? []
          : [active],
      );
      return readShortList(query, {
        all: [...named, ...others].map((active, at) => ({
          active,
          source: sourceAt(at, named.length),
        })),
        keyOf: ({ active }) => active.sha256,
        toWire: ({ active, source }) => ({
          name: active.policy.name,
          sha256: active.sha256,
          source,
          agents: (users.get(active.sha256) ?? []).map(({ id, name, upstream }) => ({
            id,
            name,
            patterns_only: deps.patternsOnly(upstream),
          })),
          rows: coverageOf(active.policy).map((row) => toWire(CoverageRow, row)),
        }),
      });
    },
  });
}

function sourceAt(at: number, named: number): CoveredPolicy['source'] {
  if (at === 0) return 'global';
  return at < named ? 'shipped' : 'agent';
}

type AgentOfPolicy = Pick<Agent, 'id' | 'name' | 'upstream'> & { readonly active: ActivePolicy };

/** The agents by the digest of the policy that they use; none whose policy is unusable. */
async function agentsByPolicy({ agents, policies }: PolicyDeps) {
  const found = new Map<string, AgentOfPolicy[]>();
  for (let before: AgentId | undefined, more = true; more; ) {
    const page = await agents.list({ ...(before && { before }), limit: 100 });
    for (const agent of page) {
      if (policies.view(agent).problem !== null) continue;
      const active = policies.of(agent);
      found.set(active.sha256, [...(found.get(active.sha256) ?? []), { ...agent, active }]);
    }
    before = page.at(-1)?.id;
    more = page.length === 100;
  }
  return found;
}

function previewReload(api: ApiScope, deps: PolicyDeps): void {
  api.get('/admin/policy/reload', {
    schema: {
      operationId: 'previewReload',
      summary: 'Preview a reload of the global policy file',
      description: 'Compares the file with the policy in force.',
      response: { 200: PolicyDifference },
      errors: ['policy_yaml_invalid'],
    },
    handler: async () => {
      return fromCurrent(deps, validPolicy(await deps.policies.proposed(), fileMessage));
    },
  });
}

function reloadPolicy(api: ApiScope, deps: PolicyDeps): void {
  api.post('/admin/policy/reload', {
    schema: {
      operationId: 'reloadPolicy',
      summary: 'Reload the global policy file',
      description:
        'Without a proposal. Requests in progress finish under the old policy. An invalid file is refused, and the old policy stays.',
      response: { 200: PolicyReload },
      errors: ['policy_yaml_invalid'],
    },
    handler: async (request) => {
      const actor = userOf(request).id;
      const reload = await deps.policyChanges.reload(actor);
      if (!reload.ok) throw invalidPolicy(reload.problems, fileMessage);
      // A crash or a refusal here leaves the new policy in force. The journal stays truthful, because
      // the events of each call name the policy that masked it.
      await recordEvent(deps, 'policy_reloaded', {
        actor,
        policy_name: reload.current.policy.name,
        policy_sha256: reload.current.sha256,
        previous_sha256: reload.previous.sha256,
      });
      return policyReloadToWire(reload.previous, reload.current);
    },
  });
}

function fromCurrent({ policies, coverageOf }: PolicyDeps, proposed: ActivePolicy) {
  const current = policies.current();
  // The service numbers the policy in force itself, so its text is compared.
  const written = policies.decode(current.yaml);
  return policyDiffToWire(
    diffPolicies(written.ok ? written.value.policy : current.policy, proposed.policy),
    { ...current, coverage: coverageOf(current.policy) },
    { ...proposed, coverage: coverageOf(proposed.policy) },
  );
}

const fileMessage = 'the policy file is not valid; the old policy stays';

function validPolicy(decoded: Result<ActivePolicy>, message?: string): ActivePolicy {
  if (decoded.ok) return decoded.value;
  throw invalidPolicy(decoded.problems, message);
}
