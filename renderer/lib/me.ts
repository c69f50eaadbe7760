import { useQuery } from '@tanstack/react-query';
import type { Me, UserRecord } from '../../server/contract/access.ts';
import { mayUse, type Operation, operationRights } from '../../server/contract/rights.ts';
import { ApiError, api } from './api.ts';
import { refusals } from './strings.ts';

/** The signed-in user, or null. */
export function useMe() {
  return useQuery({ queryKey: ['me'], queryFn: fetchMe, staleTime: 60_000 });
}

/** Why the user's role does not let them use an operation; undefined if it does. */
export function useRefusal(operation: Operation): string | undefined {
  const role = useMe().data?.role;
  const right = operationRights[operation];
  if (role !== undefined && mayUse(role, operation)) return undefined;
  return refusals[right === 'signed_in' ? 'admin' : right];
}

async function fetchMe(): Promise<UserRecord | null> {
  try {
    return (await api<Me>('/me')).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
