import type { AttentionItem } from '../contract/figures/overview.ts';
import { countsOf } from '../domain/session.ts';
import type { BusinessAssociate } from '../domain/settings/business-associate.ts';
import { businessAssociateRows } from './report/business-associates.ts';

/** Free bytes below which the disk needs attention. */
const leastFreeBytes = 5_000_000_000;

/** The state of the installation that needs attention, or does not. */
export interface AttentionFacts {
  /** Calls of the last hour that got no reply. */
  readonly callsWithoutReply: number;
  readonly hasGap: boolean;
  /** Whether the last verification of the journal failed. */
  readonly isBroken: boolean;
  /** Why the service takes no calls. */
  readonly reasons: readonly string[];
  readonly unsealedCalls: number;
  /** Whether somebody said that the keys are stored elsewhere. */
  readonly keysStored: boolean;
  /** Undefined where it is unknown. */
  readonly freeBytes: number | undefined;
  /** Upstreams that agents use, and their fallbacks. */
  readonly upstreams: readonly string[];
  readonly associates: readonly BusinessAssociate[];
  /** Names of agents whose policy lets identifiers pass that detection can find. */
  readonly agentsWithGaps: readonly string[];
  /** ISO 8601 UTC. */
  readonly now: string;
}

const aboutCalls: ReadonlySet<AttentionItem['about']> = new Set([
  'may_have_been_sent',
  'by_policy',
  'unreadable',
  'names_not_checked',
  'language_not_covered',
]);

/** Whether a thing is one of `callAttention`. */
export const isAboutCalls = ({ about }: Pick<AttentionItem, 'about'>): boolean =>
  aboutCalls.has(about);

/** What to look at in the calls of a range, worst first; `counts` is their sum of `sessionCounts`. */
export function callAttention(counts: Readonly<Record<string, number>>): readonly AttentionItem[] {
  const exposures = countsOf(counts, 'with');
  const languages = Object.entries(countsOf(counts, 'language'));
  const uncovered = languages.reduce((sum, [, calls]) => sum + calls, 0);
  return [
    ...counted('may_have_been_sent', exposures['may_have_been_sent'] ?? 0),
    ...counted('by_policy', exposures['by_policy'] ?? 0),
    ...counted('unreadable', exposures['unreadable'] ?? 0),
    ...counted('names_not_checked', countsOf(counts, 'names_not_checked')['call'] ?? 0),
    ...counted('language_not_covered', uncovered).map((item) => ({
      ...item,
      names: languages.map(([tag]) => tag),
    })),
  ];
}

/** What to look at in the installation as it is now, worst first. */
export function installationAttention(facts: AttentionFacts): readonly AttentionItem[] {
  const { agentsWithGaps, freeBytes, reasons } = facts;
  const parties = partiesWithoutAgreement(facts);
  return [
    ...(facts.hasGap ? [{ about: 'journal_gap' as const }] : []),
    ...(facts.isBroken ? [{ about: 'chain_broken' as const }] : []),
    ...(reasons.length > 0 && !facts.hasGap
      ? [{ about: 'unavailable' as const, names: [...reasons] }]
      : []),
    ...counted('no_reply', facts.callsWithoutReply),
    ...counted('unsealed_calls', facts.unsealedCalls),
    ...(freeBytes !== undefined && freeBytes < leastFreeBytes
      ? [{ about: 'disk_low' as const, count: freeBytes }]
      : []),
    ...(facts.keysStored ? [] : [{ about: 'keys_not_stored' as const }]),
    ...(parties.length > 0 ? [{ about: 'agreement_missing' as const, names: parties }] : []),
    ...(agentsWithGaps.length > 0
      ? [{ about: 'policy_gaps' as const, names: [...agentsWithGaps] }]
      : []),
  ];
}

/** For the models that agents use; the stub upstream stays in this service. */
function partiesWithoutAgreement({ upstreams, associates, now }: AttentionFacts): string[] {
  const rows = upstreams
    .filter((upstream) => upstream !== 'stub')
    .flatMap((upstream) => businessAssociateRows(associates, { upstream, startedAt: now }));
  const missing = rows.filter(({ agreement }) => !['in_force', 'not_needed'].includes(agreement));
  return [...new Set(missing.map(({ name }) => name))];
}

function counted(about: AttentionItem['about'], count: number): AttentionItem[] {
  return count > 0 ? [{ about, count }] : [];
}
