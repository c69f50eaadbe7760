import { useQuery } from '@tanstack/react-query';
import type { AuditState } from '../../server/contract/audit.ts';
import { api } from '../lib/api.ts';

/** How many checkpoints the page shows. */
const checkpoints = 50;

/** Where the journal stands. */
export function useAuditState() {
  return useQuery({
    queryKey: ['audit', 'state'],
    queryFn: () => api<AuditState>('/audit', { query: { checkpoints } }),
    refetchInterval: 10_000,
  });
}
