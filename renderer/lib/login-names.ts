import { useQuery } from '@tanstack/react-query';
import type { PeopleList } from '../../server/contract/access.ts';
import { api } from './api.ts';
import { useRefusal } from './me.ts';

/** Logins by user id, for those who may see people; the id if the login is unknown. */
export function useLoginNames(): (userId: string) => string {
  const allowed = useRefusal('listPeople') === undefined;
  const { data } = useQuery({
    queryKey: ['users', 'names'],
    queryFn: () => api<PeopleList>('/people'),
    enabled: allowed,
    staleTime: 60_000,
  });
  const logins = new Map(data?.data.map(({ id, login }): [string, string] => [id, login]));
  return (userId) => logins.get(userId) ?? userId;
}
