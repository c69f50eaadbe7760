import { PolicyVersionId } from '../../contract/ids.ts';
import {
  DecidePolicyVersion,
  OnePolicyVersion,
  PolicyVersionPage,
  PolicyVersionPath,
  PolicyVersionQuery,
  PolicyVersionWithText,
  ProposePolicy,
  policyVersionToWire,
} from '../../contract/policies/versions.ts';
import { policyDiffToWire } from '../../contract/policy.ts';
import type { PolicyVersion } from '../../domain/policy-version.ts';
import { diffPolicies, exampleProblems } from '../../policy/index.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { invalidPolicy } from '../server/validator.ts';
import { userOf } from '../sign-in/session-cookies.ts';
import { readPage } from './pagination.ts';

type VersionDeps = Pick<
  HttpDeps,
  'agents' | 'coverageOf' | 'policies' | 'policyChanges' | 'readPolicy' | 'tryPolicy'
>;

/** Changes of policies: everybody proposes, admins approve (decisions 0095, 0152). */
export function policyVersionRoutes(deps: VersionDeps): Routes {
  return defineRoutes(deps, { tags: ['Policies'] }, listVersions, propose, getVersion, decide);
}

const itemOf = async ({ policyChanges }: VersionDeps, version: PolicyVersion) =>
  policyVersionToWire(version, (await policyChanges.inForce())?.number ?? 0);

function listVersions(api: ApiScope, deps: VersionDeps): void {
  api.get('/policies/versions', {
    schema: {
      operationId: 'listPolicyVersions',
      summary: 'List versions of the global policy',
      description: 'Newest first: proposals, and what was decided about them.',
      querystring: PolicyVersionQuery,
      response: { 200: PolicyVersionPage },
    },
    handler: async ({ query }) => {
      const inForce = (await deps.policyChanges.inForce())?.number ?? 0;
      return readPage(query, {
        list: (page) =>
          deps.policyChanges.list({ ...page, ...(query.state !== undefined && { open: true }) }),
        position: PolicyVersionId,
        positionOf: ({ id }) => id,
        toWire: (version) => policyVersionToWire(version, inForce),
      });
    },
  });
}

function propose(api: ApiScope, deps: VersionDeps): void {
  api.post('/policies/versions', {
    schema: {
      operationId: 'proposePolicy',
      summary: 'Propose a change to the global policy, or a policy for an agent',
      description:
        'Changes nothing until an admin approves it. The policy must be valid, and its examples must pass.',
      body: ProposePolicy,
      response: { 201: OnePolicyVersion },
      errors: ['policy_yaml_invalid', 'agent_not_found'],
    },
    handler: async (request, reply) => {
      const { agent_id: agentId, policy_yaml: yaml, reason } = request.body;
      const decoded = deps.policies.decode(yaml);
      const details = decoded.ok
        ? await exampleProblems(decoded.value, deps.tryPolicy)
        : decoded.problems;
      if (!decoded.ok || details.length > 0) throw invalidPolicy(details);
      const by = {
        author: userOf(request).id,
        reason,
        source: 'person',
        ...(agentId !== undefined && { agentId }),
      } as const;
      const version = await deps.policyChanges.propose(decoded.value, by);
      return reply.code(201).send({ version: await itemOf(deps, version) });
    },
  });
}

function getVersion(api: ApiScope, deps: VersionDeps): void {
  api.get('/policies/versions/:version_id', {
    schema: {
      operationId: 'getPolicyVersion',
      summary: 'Get a version of the global policy with its text',
      params: PolicyVersionPath,
      response: { 200: PolicyVersionWithText },
      errors: ['not_found'],
    },
    handler: async ({ params }) => {
      const { version, yaml } = await deps.policyChanges.read(params.version_id);
      return {
        version: await itemOf(deps, version),
        policy_yaml: yaml,
        difference: await difference(deps, version, yaml),
      };
    },
  });
}

function decide(api: ApiScope, deps: VersionDeps): void {
  api.post('/policies/versions/:version_id/decision', {
    schema: {
      operationId: 'decidePolicyVersion',
      summary: 'Approve or reject a proposed policy',
      description:
        'An admin decides; the author of a proposal can also reject it. Where there are two or more admins, nobody can approve their own proposal. An approved policy is in force for new requests, of its agent if it names one; requests in progress finish under the old one.',
      params: PolicyVersionPath,
      body: DecidePolicyVersion,
      response: { 200: OnePolicyVersion },
      errors: ['not_found', 'already_decided', 'policy_yaml_invalid', 'agent_not_found'],
    },
    handler: async (request) => {
      const { id, role } = userOf(request);
      const wanted = { ...request.body, actor: { id, admin: role === 'admin' } };
      const version = await deps.policyChanges.decide(request.params.version_id, wanted);
      return { version: await itemOf(deps, version) };
    },
  });
}

async function difference(
  { agents, coverageOf, policies, policyChanges, readPolicy }: VersionDeps,
  version: PolicyVersion,
  yaml: string,
) {
  const { agentId } = version;
  const agent = agentId === undefined ? undefined : await agents.get(agentId);
  const own = agent?.policyYaml == null ? undefined : policies.decode(agent.policyYaml);
  const current = own?.ok === true ? own.value : policies.current();
  const isOpen = version.decision === undefined;
  const from = isOpen ? current.yaml : await policyChanges.textOf(version.previousSha256);
  const before = from === undefined ? undefined : readPolicy(from);
  const after = readPolicy(yaml);
  if (before === undefined || after === undefined) return null;
  return policyDiffToWire(
    diffPolicies(before, after),
    {
      policy: before,
      sha256: isOpen ? current.sha256 : version.previousSha256,
      coverage: coverageOf(before),
    },
    { policy: after, sha256: version.sha256, coverage: coverageOf(after) },
  );
}
