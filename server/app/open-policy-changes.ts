import { createPolicyChanges, type PolicyChanges } from '../agents/policy-changes.ts';
import type { UserId } from '../domain/ids.ts';
import { recordEvent } from '../http/server/record-event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { Users } from '../ports/users.ts';
import type { Dependencies } from './dependencies.ts';
import type { OpenSettings } from './open-settings.ts';

/** How often the service looks for a changed policy file, in milliseconds. */
const fileCheckMs = 60_000;

interface PolicyChangesParts extends Pick<Dependencies, 'logger' | 'stores'> {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly journal: Journal;
  readonly settings: Pick<OpenSettings, 'agents' | 'alone' | 'policies'>;
}

/** Changes of policies that need an approval. A changed policy file becomes a proposal, now and every minute (decision 0095). */
export async function openPolicyChanges({
  clock,
  ids,
  journal,
  logger,
  settings,
  stores,
}: PolicyChangesParts): Promise<PolicyChanges & { stop(): void }> {
  const changes = createPolicyChanges({
    agents: settings.agents,
    alone: settings.alone,
    clock,
    ids,
    policies: settings.policies,
    versions: stores.policyVersions,
    texts: stores.policyTexts,
    record: (kind, fields, agentId) =>
      recordEvent({ journal, clock }, kind, fields, agentId === undefined ? {} : { agentId }),
    approvers: () => adminsOf(stores.users),
  });
  const proposeFile = () =>
    changes.proposeFile().catch((error: unknown) => {
      logger.warn({ err: error }, 'the changed policy file is not proposed yet');
    });
  await proposeFile();
  const timer = setInterval(proposeFile, fileCheckMs).unref();
  return { ...changes, stop: () => clearInterval(timer) };
}

async function adminsOf(users: Users): Promise<readonly UserId[]> {
  const admins: UserId[] = [];
  for (let before: UserId | undefined, more = true; more; ) {
    const page = await users.list({ ...(before && { before }), limit: 100 });
    admins.push(...page.filter(({ role }) => role === 'admin').map(({ id }) => id));
    before = page.at(-1)?.id;
    more = page.length === 100;
  }
  return admins;
}
