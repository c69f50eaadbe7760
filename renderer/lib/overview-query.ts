import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Overview } from '../../server/contract/figures/overview.ts';
import { api } from './api.ts';

const dayMs = 86_400_000;
/** Milliseconds of each range of time. */
export const overviewRanges = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs };
export type OverviewRange = keyof typeof overviewRanges;
/** Milliseconds between reloads. */
const refreshMs = 30_000;

/** Figures of the calls in a range up to now, of all agents or one, and what needs a person. */
export const overviewQuery = (range: OverviewRange, agentId?: string) =>
  queryOptions({
    queryKey: ['overview', agentId, range],
    queryFn: () => {
      const from = new Date(Date.now() - overviewRanges[range]).toISOString();
      return api<Overview>('/overview', { query: { from, agent_id: agentId } });
    },
    refetchInterval: refreshMs,
  });

const rangeKey = ['overview-range'];

/** The range that the reader chose last, until the page is loaded again: the menu counts the things of the same one. */
export function useOverviewRange() {
  const client = useQueryClient();
  const { data: range = '24h' } = useQuery<OverviewRange>({
    queryKey: rangeKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const choose = (chosen: OverviewRange) => client.setQueryData<OverviewRange>(rangeKey, chosen);
  return [range, choose] as const;
}
