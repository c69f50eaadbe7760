import type { AttentionItem, Overview } from '../../../contract/figures/overview.ts';
import type { SystemView } from '../../../contract/system.ts';
import type { Agent } from '../../../domain/agent.ts';
import {
  openIncidentAbout,
  type SeenState,
  stillHolds,
} from '../../../domain/settings/handled-things.ts';
import { areKeysStored } from '../../../domain/settings/keys-stored.ts';
import type { Verification } from '../../../ports/journal.ts';
import {
  callAttention,
  installationAttention,
  isAboutCalls,
} from '../../../projections/attention.ts';
import { overviewFigures, overviewSteps } from '../../../projections/overview.ts';
import type { ReadCountedSteps } from '../../../sessions/counted-steps.ts';
import type { HttpDeps } from '../../server/deps.ts';

export interface AttentionDeps
  extends Pick<
    HttpDeps,
    | 'agents'
    | 'associates'
    | 'clock'
    | 'coverageOf'
    | 'handledThings'
    | 'journalGap'
    | 'keysStored'
    | 'lastVerification'
    | 'policies'
    | 'summaries'
    | 'system'
  > {
  readonly readSteps: ReadCountedSteps;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const maxAgents = 1_000;
/** Hours after which a call without a seal needs attention: no call lasts as long. */
const sealedWithinHours = 6;
/** The longest range in which the portal shows calls. */
const daysSeen = 30;

/** What needs a person now, and what somebody did about it; `counts` are those of the calls in a range. */
export async function attentionNow(
  deps: AttentionDeps,
  counts: Readonly<Record<string, number>>,
): Promise<AttentionItem[]> {
  const [facts, handled] = await Promise.all([factsOf(deps), deps.handledThings.read()]);
  const items = [...callAttention(counts), ...installationAttention(facts)];
  return Promise.all(
    items.map(async (item) => {
      const said = handled.acknowledged[item.about];
      const incident = openIncidentAbout(handled, item.about);
      const holds =
        incident === undefined &&
        said !== undefined &&
        stillHolds(
          item.about,
          said,
          await seenState(deps, item, said.seen.calls?.since),
          deps.clock.now(),
        );
      return {
        ...item,
        ...(holds && { acknowledged: { by: said.by, at: said.at, note: said.note } }),
        ...(incident !== undefined && {
          incident: { id: incident.id, is_assessed: incident.assessed !== undefined },
        }),
      };
    }),
  );
}

/** What needs a person in the calls of the longest range, and in the installation. */
export async function attentionOfMonth(deps: AttentionDeps): Promise<AttentionItem[]> {
  return attentionNow(deps, await countsSince(deps, deps.clock.now() - daysSeen * dayMs));
}

/** What somebody sees who looks at a thing now: calls of whole days, so that they can be counted again. */
export async function seenNow(deps: AttentionDeps, item: AttentionItem): Promise<SeenState> {
  const sinceMs = (Math.floor(deps.clock.now() / dayMs) - daysSeen) * dayMs;
  return seenState(deps, item, isAboutCalls(item) ? new Date(sinceMs).toISOString() : undefined);
}

/** What a thing is now; about calls, those that started at `since` or later. */
async function seenState(
  deps: AttentionDeps,
  { about, names = [] }: AttentionItem,
  since: string | undefined,
): Promise<SeenState> {
  if (since === undefined) return { names };
  const found = callAttention(await countsSince(deps, Date.parse(since)));
  const count = found.find((item) => item.about === about)?.count ?? 0;
  return { names: [], calls: { since, count } };
}

async function countsSince({ readSteps, clock }: AttentionDeps, fromMs: number) {
  const steps = overviewSteps({ fromMs, untilMs: clock.now() + 1 });
  return overviewFigures(steps, await readSteps(steps)).counts;
}

/** What is known of the chain since this process started. */
export function chainState(last: Verification | undefined): Overview['chain'] {
  if (last === undefined) return 'not_verified';
  return last.ok ? 'verified' : 'broken';
}

/** The state of the installation now. */
async function factsOf(deps: Omit<AttentionDeps, 'readSteps'>) {
  const { agents, associates, clock, journalGap, keysStored, summaries, system } = deps;
  const isBroken = chainState(deps.lastVerification()) === 'broken';
  const nowMs = clock.now();
  const ago = (hours: number): string => new Date(nowMs - hours * hourMs).toISOString();
  const [callsWithoutReply, unsealedCalls, used, parties, stored, view] = await Promise.all([
    summaries.count({ status: 'error', since: ago(1) }),
    summaries.count({ open: true, until: ago(sealedWithinHours) }),
    agents.list({ limit: maxAgents }),
    associates(),
    keysStored.read(),
    system(),
  ]);
  return {
    callsWithoutReply,
    unsealedCalls,
    reasons: view.reasons,
    now: ago(0),
    keysStored: areKeysStored(stored, view.keys),
    hasGap: journalGap() !== undefined,
    isBroken,
    freeBytes: view.storage.free,
    upstreams: upstreamsInUse(used, view),
    associates: parties,
    agentsWithGaps: agentsWithGaps(used, deps),
  };
}

/** What agents name, and what answers where that does not. */
function upstreamsInUse(
  used: readonly Pick<Agent, 'upstream'>[],
  { upstreams }: Pick<SystemView, 'upstreams'>,
): readonly string[] {
  const fallbacks = new Map(upstreams.map(({ name, fallback }) => [name, fallback]));
  return [
    ...new Set(
      used.flatMap(({ upstream }) => [upstream, ...[fallbacks.get(upstream) ?? []].flat()]),
    ),
  ];
}

/** The names of agents under whose policy an identifier passes that detection can find. */
function agentsWithGaps(
  agents: readonly Agent[],
  { policies, coverageOf }: Pick<AttentionDeps, 'policies' | 'coverageOf'>,
): readonly string[] {
  const known = new Map<string, boolean>();
  return agents.flatMap((agent) => {
    if (policies.view(agent).problem !== null) return [];
    const { sha256, policy } = policies.of(agent);
    const hasGaps = known.get(sha256) ?? coverageOf(policy).some(({ gaps }) => gaps.length > 0);
    known.set(sha256, hasGaps);
    return hasGaps ? [agent.name] : [];
  });
}
