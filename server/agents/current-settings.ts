import type { Agent } from '../domain/agent.ts';
import { Fault } from '../domain/fault.ts';
import type { AgentId } from '../domain/ids.ts';
import type { SharedSettings } from '../ports/shared-settings.ts';
import type { CachedAgents } from './agent-cache.ts';
import type { PolicyStore } from './policy-store.ts';

/** Follows the agents and the global policy that replicas share (decision 0053). */
export interface CurrentSettings {
  /** Reads the changes of other replicas. Fault `AuditUnavailable` when it cannot. */
  catchUp(): Promise<void>;
  /** Runs a change of agents or policies under the settings in force, while no other replica runs one (decision 0188). */
  alone<T>(change: () => Promise<T>): Promise<T>;
  /**
   * Begins a request under its agent and the policy in force. `begin` gets the version of the settings.
   * It rejects with `SettingsChanged` when replicas have a newer version, and then runs again with the
   * current agent. Fault `agent_not_found` when the agent is deleted.
   */
  withCurrentSettings<T>(
    agent: Agent,
    begin: (agent: Agent, version: number) => Promise<T>,
  ): Promise<T>;
}

/** Another replica changed an agent or the global policy after this replica read them. */
export class SettingsChanged extends Error {
  override readonly name = 'SettingsChanged';
}

/** A single process sees all changes: there is nothing to follow. */
export const singleProcessSettings: CurrentSettings = {
  catchUp: async () => undefined,
  alone: (change) => change(),
  withCurrentSettings: (agent, begin) => begin(agent, 0),
};

export interface CurrentSettingsDeps {
  readonly shared: SharedSettings;
  readonly agents: Pick<CachedAgents, 'get' | 'forget'>;
  readonly policies: Pick<PolicyStore, 'follow'>;
}

/** Follows the settings of a shared database. */
export function followSettings(deps: CurrentSettingsDeps): CurrentSettings {
  const { shared, agents, policies } = deps;
  let version = 0;
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    next = undefined;
    const found = await shared.newerThan(version).catch(refuse);
    if (found === undefined) return;
    agents.forget();
    if (found.policyYaml !== null) policies.follow(found.policyYaml, found.policyNumber ?? 1);
    version = found.version;
  };
  /** One read at a time, so that an older answer never replaces a newer one; waiting callers share it. */
  const catchUp = (): Promise<void> => {
    if (next === undefined) {
      next = reading.then(read);
      reading = next.catch(() => undefined);
    }
    return next;
  };

  const beginUnder: CurrentSettings['withCurrentSettings'] = async (agent, begin) => {
    const before = version;
    try {
      return await begin(agent, before);
    } catch (error) {
      if (mayBeStale(error)) await catchUp();
      if (version === before) throw error;
    }
    return beginUnder(await existing(agent.id), begin);
  };
  const existing = async (id: AgentId): Promise<Agent> => {
    const agent = await agents.get(id);
    if (agent === undefined) throw new Fault('agent_not_found', 'there is no agent with this id');
    return agent;
  };
  return {
    catchUp,
    alone: (change) =>
      shared.alone(async () => {
        await catchUp();
        return change();
      }),
    withCurrentSettings: beginUnder,
  };
}

/** True when the request may succeed with newer settings. */
function mayBeStale(error: unknown): boolean {
  if (error instanceof SettingsChanged) return true;
  return error instanceof Fault && ['unknown_upstream', 'internal_error'].includes(error.code);
}

function refuse(cause: unknown): never {
  throw new Fault('AuditUnavailable', 'the settings that replicas share cannot be read', { cause });
}
