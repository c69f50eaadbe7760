import { useInfiniteQuery } from '@tanstack/react-query';
import type { SessionPage } from '../../server/contract/sessions.ts';
import { api } from '../lib/api.ts';
import type { CallFilters } from './call-filters.ts';

const pageSize = 100;
/** How often the first page is looked at again, in milliseconds. */
const refreshMs = 10_000;

/** The calls that fit, page by page, newest first. */
export function useCalls(filters: CallFilters) {
  return useInfiniteQuery({
    queryKey: ['sessions', filters],
    queryFn: ({ pageParam }) =>
      api<SessionPage>('/sessions', {
        query: { ...filters, limit: pageSize, cursor: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? refreshMs : false),
    // Looking again means every page that was loaded, one after the other.
    refetchOnWindowFocus: ({ state }) => state.data?.pages.length === 1,
  });
}
