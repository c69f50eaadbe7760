import { useQuery } from '@tanstack/react-query';
import type { AgentSummary } from '../../server/contract/agents.ts';
import { api, type PageOf } from '../lib/api.ts';
import { reportsStrings } from './strings.ts';

/** The agents that a report can be about. */
export function useAgentNames() {
  const { data } = useQuery({
    queryKey: ['agents', 'names'],
    queryFn: () => api<PageOf<AgentSummary>>('/agents', { query: { limit: 100 } }),
  });
  const { allAgents } = reportsStrings.form;
  const named = (data?.data ?? []).map(({ id, name }) => [id, name] as const);
  const names = new Map<string, string>(named);
  return {
    options: [['', allAgents], ...named] as const,
    /** Of an agent that was deleted, its id. */
    nameOf: (id: string | undefined) => (id === undefined ? allAgents : (names.get(id) ?? id)),
  };
}
