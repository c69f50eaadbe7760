import type { ApplianceState } from '../../main/ipc/schema.ts';
import type { AgentPage } from '../../server/contract/agents.ts';
import type { SystemStatus } from '../../server/contract/system.ts';
import { isLoopback } from '../lib/addresses.ts';
import type { ConnectedAppliance } from '../lib/appliance.ts';

export type StepName = 'keys' | 'policy' | 'upstream' | 'agent' | 'tunnel' | 'call';

export interface StartStep {
  readonly name: StepName;
  readonly done: boolean;
  /** Why the user skipped it; undefined if not skipped. */
  readonly skipped: string | undefined;
  /** The first that is neither done nor skipped. */
  readonly next: boolean;
}

/** Input of a step's body. */
export interface StepProps {
  readonly done: boolean;
  readonly status: SystemStatus;
  /** Newest first. */
  readonly agents: AgentPage['data'];
}

/** The same in the desktop app's window. */
export interface GuidedStepProps extends StepProps {
  readonly appliance: ConnectedAppliance;
}

/** State of the service, and of the desktop app if present. */
export interface StartFacts {
  readonly system: Pick<
    SystemStatus,
    'keys' | 'keys_stored' | 'upstreams' | 'ingress_port' | 'calls_url'
  >;
  readonly agentCount: number;
  readonly callCount: number;
  /** Whether somebody decided about the policy; the one of the first start was nobody's choice. */
  readonly isPolicyChosen: boolean;
  readonly appliance?: Pick<ApplianceState, 'keys' | 'tunnel'> | undefined;
  /** Names of skipped steps, with the reasons. */
  readonly skipped?: Readonly<Record<string, string>>;
}

const order: readonly StepName[] = ['policy', 'keys', 'upstream', 'agent', 'tunnel', 'call'];
/** The tunnel comes first in the app: its address is part of the agent's addresses. */
const guidedOrder: readonly StepName[] = ['keys', 'policy', 'upstream', 'tunnel', 'agent', 'call'];

/** The first steps in order, with their state. */
export function startSteps(facts: StartFacts): readonly StartStep[] {
  const { system, agentCount, callCount, isPolicyChosen, appliance, skipped = {} } = facts;
  const done: Readonly<Record<StepName, boolean>> = {
    keys: system.keys.some(({ active }) => active) && hasCopy(system, appliance),
    policy: isPolicyChosen,
    upstream: configuredModels(system).length > 0,
    agent: agentCount > 0,
    tunnel: callsReachServer(system, appliance),
    call: callCount > 0,
  };
  const names = appliance === undefined ? order : guidedOrder;
  const next = names.find((name) => !done[name] && skipped[name] === undefined);
  return names.map((name) => ({
    name,
    done: done[name],
    skipped: done[name] ? undefined : skipped[name],
    next: name === next,
  }));
}

/** Names of configured models, without `stub`, which is no model. */
export function configuredModels({ upstreams }: Pick<SystemStatus, 'upstreams'>) {
  return upstreams.filter((it) => it.configured && it.name !== 'stub').map(({ name }) => name);
}

/** Missing variables of all models, each once. */
export function missingVariables({ upstreams }: Pick<SystemStatus, 'upstreams'>) {
  return [...new Set(upstreams.flatMap(({ missing }) => missing))];
}

/** A recovery kit in the desktop app, else the word of a person. */
function hasCopy(system: StartFacts['system'], appliance: StartFacts['appliance']): boolean {
  if (appliance === undefined) return system.keys_stored !== null;
  const { problem, recoveryKitMadeAt } = appliance.keys;
  return problem === null && recoveryKitMadeAt !== null;
}

function callsReachServer(
  system: StartFacts['system'],
  appliance: StartFacts['appliance'],
): boolean {
  if (appliance === undefined || appliance.tunnel.provider === 'none') return isReachable(system);
  return appliance.tunnel.phase === 'up';
}

/** Whether other machines can reach the port for calls, and only that. */
function isReachable({ ingress_port: port, calls_url: url }: StartFacts['system']): boolean {
  return port !== null && !isLoopback(url);
}
