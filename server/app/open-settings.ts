import { type CachedAgents, cacheAgents } from '../agents/agent-cache.ts';
import {
  type CurrentSettings,
  followSettings,
  singleProcessSettings,
} from '../agents/current-settings.ts';
import { beginPolicyVersions } from '../agents/policy-changes.ts';
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

/** Opens agents and policies: the approved policy, and at the first start that of the file. */
export async function openSettings({
  stores,
  files: { initial, shipped, readGlobal },
  keyring,
  logger,
  clock,
}: Pick<Dependencies, 'stores' | 'files' | 'keyring' | 'logger' | 'clock'>): Promise<OpenSettings> {
  const { settings: shared } = stores;
  const agents = cacheAgents(stores.agents);
  const policies = createPolicyStore({
    initial,
    shipped,
    decode: (yaml) => decodePolicy(yaml, { kids: keyring, supportedKinds }),
    readFile: readGlobal,
    onUnusable: (agent, kid) =>
      logger.error({ agent, kid }, 'a call was refused: the policy of its agent is unusable'),
  });
  const follow = (yaml: string, number: number) => {
    policies.follow(yaml, number);
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
  const inForce = await versionInForce(stores);
  if (shared) await shared.beginWith(inForce?.yaml ?? initial.yaml);
  else if (inForce !== undefined) follow(inForce.yaml, inForce.number);
  await settings.catchUp();
  if (policies.problem() === undefined) {
    const { policyVersions: versions, policyTexts: texts } = stores;
    await beginPolicyVersions({ versions, texts, clock }, policies.current());
  }
  if (policies.current().sha256 !== initial.sha256)
    logger.warn('the policy file is not the policy in force, which stays: approve or reload it');
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

/** Text and number of the approved version in force; undefined before the first start. */
async function versionInForce({
  policyVersions,
  policyTexts,
}: Dependencies['stores']): Promise<{ yaml: string; number: number } | undefined> {
  const version = await policyVersions.inForce();
  if (version === undefined) return undefined;
  const [yaml] = await policyTexts.find([version.sha256]);
  if (yaml === undefined) throw new Error('the text of the policy in force is missing');
  return { yaml, number: version.number ?? 1 };
}
