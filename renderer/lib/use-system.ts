import { useQuery } from '@tanstack/react-query';
import type { SystemStatus } from '../../server/contract/system.ts';
import { api } from './api.ts';

const everyMs = 10_000;

/** How the service is, looked at again every so often while somebody looks on. */
export function useSystem() {
  return useQuery({
    queryKey: ['system'],
    queryFn: () => api<SystemStatus>('/system'),
    refetchInterval: everyMs,
  });
}
