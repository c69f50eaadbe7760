import { useQuery } from '@tanstack/react-query';
import type { Me, UserRecord } from '../../server/contract/access.ts';
import { ApiError, api } from './api.ts';

/** The signed-in user, or null. */
export function useMe() {
  return useQuery({ queryKey: ['me'], queryFn: fetchMe, staleTime: 60_000 });
}

/** Whether the user is an account admin; false while loading. */
export function useIsAdmin(): boolean {
  return useMe().data?.admin ?? false;
}

async function fetchMe(): Promise<UserRecord | null> {
  try {
    return (await api<Me>('/me')).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
