import { useQuery } from '@tanstack/react-query';
import type { Me, UserRecord } from '../../server/contract/access.ts';
import { ApiError, api } from './api.ts';

/** The signed-in user, null when nobody is. */
export function useMe() {
  return useQuery({ queryKey: ['me'], queryFn: fetchMe, staleTime: 60_000 });
}

/** Whether the signed-in user is an account admin; false until that is known. */
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
