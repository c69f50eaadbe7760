import { type CachedAgents, cacheAgents } from '../agents/agent-cache.ts';
import {
  type CurrentSettings,
  followSettings,
  singleProcessSettings,
} from '../agents/current-settings.ts';
import { createPolicyStore, type PolicyStore } from '../agents/policy-store.ts';
import { supportedKinds } from '../detect/index.ts';
import { decodePolicy } from '../policy/index.ts';
import type { Dependencies } from './dependencies.ts';

/** Agents and policies, which follow the changes of other replicas. */
export interface OpenSettings extends CurrentSettings {
  /** For calls, which compare the version when they begin. */
  readonly agents: CachedAgents;
  readonly policies: PolicyStore;
  /** Why calls under the global policy are refused, for `/health`; empty while they are accepted. */
  reasons(): readonly string[];
  stop(): void;
}

/** How often a replica without requests reads changes, in milliseconds: `/health` must be current. */
const followMs = 2_000;

/** Opens agents and policies; with a shared database, the policy in force there. */
export async function openSettings({
  stores,
  files: { initial, shipped, readGlobal },
  keyring,
  logger,
}: Pick<Dependencies, 'stores' | 'files' | 'keyring' | 'logger'>): Promise<OpenSettings> {
  const { settings: shared } = stores;
  const agents = cacheAgents(stores.agents);
  const policies = createPolicyStore({
    initial,
    shipped,
    decode: (yaml) => decodePolicy(yaml, { kids: keyring, supportedKinds }),
    readFile: readGlobal,
    onUnusable: (agent, kid) =>
      logger.error({ agent, kid }, 'a call was refused: the policy of its agent is unusable'),
    ...(shared && { publish: shared.putPolicy }),
  });
  const follow = (yaml: string) => {
    policies.follow(yaml);
    const problem = policies.problem();
    if (problem !== undefined)
      logger.error(
        { problem },
        'the global policy cannot be used here: calls under it are refused',
      );
  };
  const settings = shared
    ? followSettings({ shared, agents, policies: { follow } })
    : singleProcessSettings;
  await shared?.beginWith(initial.yaml);
  await settings.catchUp();
  if (policies.current().sha256 !== initial.sha256)
    logger.warn('the policy file is not the global policy of the replicas, which stays in force');
  const followOnce = () => void settings.catchUp().catch(() => undefined);
  const following = setInterval(followOnce, followMs).unref();
  return {
    ...settings,
    agents,
    policies,
    reasons: () =>
      policies.problem() === undefined ? [] : ['the global policy cannot be used by this replica'],
    stop: () => clearInterval(following),
  };
}
