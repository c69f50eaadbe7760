import { useQuery } from '@tanstack/react-query';
import type { SystemStatus } from '../../server/contract/system.ts';
import { api } from './api.ts';

const everyMs = 10_000;

/** The state of the service, reloaded while the page is open. */
export function useSystem() {
  return useQuery({
    queryKey: ['system'],
    queryFn: () => api<SystemStatus>('/system'),
    refetchInterval: everyMs,
  });
}
