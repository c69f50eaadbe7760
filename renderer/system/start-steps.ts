import type { AgentPage } from '../../server/contract/agents.ts';
import type { SystemStatus } from '../../server/contract/system.ts';

export type StepName = 'keys' | 'upstream' | 'agent' | 'tunnel' | 'call';

export interface StartStep {
  readonly name: StepName;
  readonly done: boolean;
  /** The first that is not done. */
  readonly next: boolean;
}

/** What the body of a step is made of. */
export interface StepProps {
  readonly done: boolean;
  readonly status: SystemStatus;
  /** The newest. */
  readonly agents: AgentPage['data'];
}

/** What the service says of itself, as far as the first steps go. */
export interface StartFacts {
  readonly system: Pick<SystemStatus, 'keys' | 'upstreams' | 'ingress_port' | 'calls_url'>;
  readonly agentCount: number;
  readonly callCount: number;
}

/** The first steps in their order, with what is done. */
export function startSteps({ system, agentCount, callCount }: StartFacts): readonly StartStep[] {
  const done: Readonly<Record<StepName, boolean>> = {
    keys: system.keys.some(({ active }) => active),
    upstream: configuredModels(system).length > 0,
    agent: agentCount > 0,
    tunnel: isReachable(system),
    call: callCount > 0,
  };
  const names = Object.keys(done) as StepName[];
  const next = names.find((name) => !done[name]);
  return names.map((name) => ({ name, done: done[name], next: name === next }));
}

/** Names of the models that answer, `stub` left out, which is no model. */
export function configuredModels({ upstreams }: Pick<SystemStatus, 'upstreams'>) {
  return upstreams.filter((it) => it.configured && it.name !== 'stub').map(({ name }) => name);
}

/** Variables that all models that do not answer yet still need, each once. */
export function missingVariables({ upstreams }: Pick<SystemStatus, 'upstreams'>) {
  return [...new Set(upstreams.flatMap(({ missing }) => missing))];
}

/** Whether calls can come in from elsewhere, and nothing else with them. */
function isReachable({ ingress_port: port, calls_url: url }: StartFacts['system']): boolean {
  return port !== null && !isOfThisMachine(url);
}

function isOfThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
