import { type Agent, underPolicy } from '../domain/agent.ts';
import type { EventFields } from '../domain/event.ts';
import { Fault, type Problem, type Result } from '../domain/fault.ts';
import type { AgentId, PolicyVersionId, UserId } from '../domain/ids.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import {
  changesGlobalPolicy,
  type DecidedVersion,
  type PolicyDecision,
  type PolicyVersion,
} from '../domain/policy-version.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { PolicyTexts } from '../ports/journal.ts';
import type { PolicyVersions } from '../ports/policy-versions.ts';
import { oneAtATime } from '../shared/one-at-a-time.ts';
import type { PolicyStore } from './policy-store.ts';

/** What happens to a version, as the journal records it; texts, reasons and notes stay out of it. */
export type PolicyVersionEvent = 'policy_proposed' | 'policy_approved' | 'policy_rejected';

export interface PolicyChangesDeps {
  readonly agents: Pick<Agents, 'get' | 'update'>;
  readonly versions: PolicyVersions;
  readonly texts: PolicyTexts;
  readonly policies: Pick<PolicyStore, 'current' | 'decode' | 'follow' | 'nameOfOwn' | 'proposed'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Journals an event, of an agent's own policy with the agent; durable on return. */
  readonly record: (
    kind: PolicyVersionEvent,
    fields: EventFields[PolicyVersionEvent],
    agentId: AgentId | undefined,
  ) => Promise<void>;
  /** Runs a change while no other replica changes an agent or a policy, under the settings in force. */
  readonly alone: <T>(change: () => Promise<T>) => Promise<T>;
  /** Everybody who may approve. */
  readonly approvers: () => Promise<readonly UserId[]>;
}

/** Who proposes what for which policy. */
export type ProposedBy = Pick<PolicyVersion, 'agentId' | 'author' | 'reason' | 'source'>;

/** A decision as a person asks for it. */
export interface WantedDecision {
  readonly outcome: PolicyDecision['outcome'];
  readonly note: string;
  readonly actor: { readonly id: UserId; readonly admin: boolean };
}

/** Changes of policies that need an approval: propose, approve or reject, in force (decisions 0095, 0152). */
export interface PolicyChanges extends Pick<PolicyVersions, 'list' | 'inForce'> {
  /** A version with its text. Fault `not_found` for an unknown id. */
  read(id: string): Promise<{ readonly version: PolicyVersion; readonly yaml: string }>;
  /** The text of any version; undefined for an unknown digest. */
  textOf(sha256: string): Promise<string | undefined>;
  /**
   * Adds a proposal for the global policy, or for the own policy of `agentId`; `active` was decoded by this
   * service. Faults: `validation_failed` if too many wait or an equal one does, `agent_not_found`.
   */
  propose(active: ActivePolicy, by: ProposedBy): Promise<PolicyVersion>;
  /** Whether nobody else has to approve what this admin changes: there is no other admin. */
  mayDecideAlone(actor: WantedDecision['actor']): Promise<boolean>;
  /**
   * Approves or rejects a proposal; an approved one is in force for new requests on return. Faults:
   * `not_found`, `already_decided`, `forbidden`, `validation_failed`, `policy_yaml_invalid`, `agent_not_found`.
   */
  decide(id: string, wanted: WantedDecision): Promise<PolicyVersion>;
  /** Runs a change of agents while nothing else changes an agent or a policy, here or at another replica: none undoes another. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
  /** Puts the policy file in force without a proposal; on problems the old policy stays. */
  reload(
    actor: UserId,
  ): Promise<
    | { readonly ok: true; readonly previous: ActivePolicy; readonly current: ActivePolicy }
    | { readonly ok: false; readonly problems: readonly Problem[] }
  >;
  /** Proposes the policy file, if it changed since its last version. */
  proposeFile(): Promise<void>;
}

/** The first version has always this id, so that replicas that start together add it once. */
const firstId: PolicyVersionId = 'pol_00000000000000000000000000';

/** Proposals that may wait at the same time. */
const mostOpen = 50;

const fileReason = 'The policy file on the server changed.';
const reloadReason = 'Reload of the policy file.';

/** Makes the policy in force the first version of an installation that has none. */
export async function beginPolicyVersions(
  { versions, texts, clock }: Pick<PolicyChangesDeps, 'versions' | 'texts' | 'clock'>,
  { policy, sha256, yaml }: ActivePolicy,
): Promise<void> {
  if ((await versions.inForce()) !== undefined) return;
  const at = new Date(clock.now()).toISOString();
  const first: PolicyVersion = {
    id: firstId,
    name: policy.name,
    sha256,
    previousSha256: sha256,
    source: 'file',
    author: null,
    reason: 'The policy at the first start.',
    proposedAt: at,
  };
  await texts.keep({ sha256, yaml });
  await versions.add(first);
  const decision: PolicyDecision = { outcome: 'approved', actor: null, note: '', at };
  await versions.decide({ ...first, decision }, yaml);
}

export function createPolicyChanges(deps: PolicyChangesDeps): PolicyChanges {
  const { versions } = deps;
  // Between reading a proposal and its decision nothing else is decided: the journal would have two decisions.
  const inTurnHere = oneAtATime();
  const inTurn: PolicyChanges['inTurn'] = (change) => inTurnHere(() => deps.alone(change));
  return {
    list: versions.list,
    inForce: versions.inForce,
    read: (id) => read(deps, id),
    textOf: async (sha256) => (await deps.texts.find([sha256]))[0],
    propose: (active, by) => inTurn(() => propose(deps, active, by)),
    inTurn,
    mayDecideAlone: async ({ id, admin }) => admin && !(await hasOtherApprover(deps, id)),
    decide: (id, wanted) => inTurn(() => decide(deps, id, wanted)),
    reload: (actor) => inTurn(() => reload(deps, actor)),
    proposeFile: () => inTurn(() => proposeFile(deps)),
  };
}

async function propose(
  deps: PolicyChangesDeps,
  active: ActivePolicy,
  by: ProposedBy,
): Promise<PolicyVersion> {
  const open = await deps.versions.list({ open: true, limit: mostOpen });
  if (open.length === mostOpen)
    throw new Fault('validation_failed', 'too many proposals are waiting: decide on them first');
  if (by.agentId !== undefined) await foundAgent(deps.agents, by.agentId);
  if (open.some(({ sha256, agentId }) => sha256 === active.sha256 && agentId === by.agentId))
    throw new Fault('validation_failed', 'the same proposal waits for a decision already');
  return add(deps, active, by);
}

async function decide(
  deps: PolicyChangesDeps,
  id: string,
  { outcome, note, actor }: WantedDecision,
): Promise<PolicyVersion> {
  const { version, yaml } = await read(deps, id);
  if (version.decision !== undefined) throw alreadyDecided();
  if (!actor.admin && (outcome === 'approved' || version.author !== actor.id))
    throw new Fault('forbidden', 'only an account admin may do this');
  if (outcome === 'approved') {
    await refuseOwnApproval(deps, version, note, actor.id);
    validOrRefused(deps.policies.decode(yaml));
  }
  return close(deps, version, { outcome, note, actor: actor.id }, yaml);
}

async function proposeFile(deps: PolicyChangesDeps): Promise<void> {
  const { versions, policies } = deps;
  const file = await policies.proposed();
  if (!file.ok) return;
  const recent = await versions.list({ limit: 100 });
  const lastFile = recent.find(({ source }) => source === 'file');
  const { sha256 } = file.value;
  const isKnown = [lastFile?.sha256, (await versions.inForce())?.sha256].includes(sha256);
  if (isKnown || (await openVersion(versions, sha256)) !== undefined) return;
  await add(deps, file.value, { author: null, reason: fileReason, source: 'file' });
}

async function read({ versions, texts }: PolicyChangesDeps, id: string) {
  const version = await versions.find(id as PolicyVersionId);
  const [yaml] = version === undefined ? [] : await texts.find([version.sha256]);
  if (version === undefined || yaml === undefined)
    throw new Fault('not_found', 'there is no version of the policy with this id');
  return { version, yaml };
}

async function add(
  deps: PolicyChangesDeps,
  active: ActivePolicy,
  by: ProposedBy,
): Promise<PolicyVersion> {
  const { policy, sha256, yaml } = active;
  const inForce = await textInForce(deps, by.agentId);
  const version: PolicyVersion = {
    id: deps.ids.next('pol'),
    name: by.agentId === undefined ? policy.name : deps.policies.nameOfOwn(active),
    sha256,
    ...by,
    previousSha256: inForce ?? sha256,
    proposedAt: new Date(deps.clock.now()).toISOString(),
  };
  await deps.texts.keep({ sha256, yaml });
  // Recorded first: a crash here leaves a record of a proposal that is made again.
  await deps.record('policy_proposed', fieldsOf(version, by.author), by.agentId);
  await deps.versions.add(version);
  return version;
}

/** Records and stores a decision; an approved text is in force on return. */
async function close(
  deps: PolicyChangesDeps,
  version: PolicyVersion,
  decision: Omit<PolicyDecision, 'at'>,
  yaml: string,
): Promise<PolicyVersion> {
  const { versions, policies, clock, record } = deps;
  const { agentId } = version;
  const isApproved = decision.outcome === 'approved';
  const before = isApproved ? await textInForce(deps, agentId) : undefined;
  const decided: DecidedVersion = {
    ...version,
    previousSha256: before ?? version.previousSha256,
    decision: { ...decision, at: new Date(clock.now()).toISOString() },
  };
  // Recorded first. A crash here leaves the proposal open, and the events of each call name the policy
  // that masked it.
  const event = isApproved ? 'policy_approved' : 'policy_rejected';
  await record(event, fieldsOf(decided, decision.actor), agentId);
  if (isApproved && agentId !== undefined) await putOwnPolicy(deps, agentId, yaml);
  const stored = await versions.decide(decided, yaml);
  if (stored === undefined) throw alreadyDecided();
  if (changesGlobalPolicy(decided)) policies.follow(yaml, stored.number ?? 1);
  return stored;
}

async function reload(deps: PolicyChangesDeps, actor: UserId): ReturnType<PolicyChanges['reload']> {
  const { versions, policies } = deps;
  const file = await policies.proposed();
  if (!file.ok) return { ok: false, problems: file.problems };
  const previous = policies.current();
  const { sha256, yaml } = file.value;
  const inForce = await versions.inForce();
  if (inForce?.sha256 === sha256) policies.follow(yaml, inForce.number ?? 1);
  else {
    const version =
      (await openVersion(versions, sha256)) ??
      (await add(deps, file.value, { author: actor, reason: reloadReason, source: 'file' }));
    await close(deps, version, { outcome: 'approved', actor, note: reloadReason }, yaml);
  }
  return { ok: true, previous, current: policies.current() };
}

/** An open proposal of this text for the global policy. */
async function openVersion(versions: PolicyVersions, sha256: string) {
  const open = await versions.list({ open: true, limit: 100 });
  return open.find((version) => version.sha256 === sha256 && version.agentId === undefined);
}

/** The digest of the text in force globally, or for an agent. Fault `agent_not_found`. */
async function textInForce(
  { agents, policies, versions }: PolicyChangesDeps,
  agentId: AgentId | undefined,
): Promise<string | undefined> {
  const global = (await versions.inForce())?.sha256;
  if (agentId === undefined) return global;
  const { policyYaml } = await foundAgent(agents, agentId);
  if (policyYaml === null) return global;
  const own = policies.decode(policyYaml);
  return own.ok ? own.value.sha256 : undefined;
}

async function putOwnPolicy(
  { agents }: PolicyChangesDeps,
  agentId: AgentId,
  policyYaml: string,
): Promise<void> {
  await agents.update(underPolicy(await foundAgent(agents, agentId), policyYaml));
}

async function foundAgent(agents: PolicyChangesDeps['agents'], id: AgentId): Promise<Agent> {
  const agent = await agents.get(id);
  if (agent === undefined) throw new Fault('agent_not_found', 'there is no agent with this id');
  return agent;
}

/** Another admin approves; the only one may approve an own proposal, and says why. */
async function refuseOwnApproval(
  deps: PolicyChangesDeps,
  version: PolicyVersion,
  note: string,
  actor: UserId,
): Promise<void> {
  if (version.author !== actor) return;
  if (await hasOtherApprover(deps, actor))
    throw new Fault('forbidden', 'another account admin must approve your proposal');
  if (note !== '') return;
  const details = [{ path: 'note', message: 'is required to approve your own proposal' }];
  throw new Fault('validation_failed', 'the request is not valid', { details });
}

async function hasOtherApprover({ approvers }: PolicyChangesDeps, actor: UserId): Promise<boolean> {
  return (await approvers()).some((id) => id !== actor);
}

function validOrRefused(decoded: Result<ActivePolicy>): void {
  if (decoded.ok) return;
  const details = decoded.problems;
  throw new Fault('policy_yaml_invalid', 'this policy is no longer valid', { details });
}

const alreadyDecided = () =>
  new Fault('already_decided', 'someone has already approved or rejected this proposal');

function fieldsOf(version: PolicyVersion, actor: UserId | null): EventFields[PolicyVersionEvent] {
  return {
    actor: actor ?? 'policy_file',
    version_id: version.id,
    policy_name: version.name,
    policy_sha256: version.sha256,
    previous_sha256: version.previousSha256,
  };
}
