import { useQuery } from '@tanstack/react-query';
import type { UserRecord } from '../../server/contract/me.ts';
import { api } from './api.ts';
import { useIsAdmin } from './me.ts';

/** What a user is called, for admins; the id where that is not known. */
export function useLoginNames(): (userId: string) => string {
  const admin = useIsAdmin();
  const { data } = useQuery({
    queryKey: ['users', 'names'],
    queryFn: () => api<{ data: readonly UserRecord[] }>('/admin/users', { query: { limit: 100 } }),
    enabled: admin,
    staleTime: 60_000,
  });
  const logins = new Map(data?.data.map(({ id, login }): [string, string] => [id, login]));
  return (userId) => logins.get(userId) ?? userId;
}
