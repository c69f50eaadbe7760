import { useQuery } from '@tanstack/react-query';
import type { Me, UserRecord } from '../../server/contract/access.ts';
import {
  mayUse,
  type Operation,
  operationRights,
  type Right,
} from '../../server/contract/rights.ts';
import { ApiError, api } from './api.ts';

/** Why somebody cannot do something: the right that the role lacks. */
export const refusals: Readonly<Record<Right, string>> = {
  reveal: 'Only account admins and compliance can see real values.',
  mask: 'Only account admins and compliance can do this.',
  unmask: 'Only account admins and compliance can see real values.',
  review: 'Only account admins and compliance can do this.',
  settings: 'Only account admins and IT can do this.',
  admin: 'Only account admins can do this.',
};

export const meKey = ['me'] as const;

const me = { queryKey: meKey, queryFn: fetchMe, staleTime: 60_000 };

/** The signed-in user, or null. */
export function useMe() {
  return useQuery(me);
}

/** How often it asks who is signed in, in milliseconds; more often while the service does not answer. */
const [watchMs, awayMs] = [30_000, 5_000];

/** The same, and asks again and again: an admin may change the role or end the sign-in meanwhile. */
export function useWatchedMe() {
  return useQuery({
    ...me,
    refetchInterval: ({ state }) => (state.status === 'error' ? awayMs : watchMs),
  });
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
