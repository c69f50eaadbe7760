import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/api.ts';

/** A setting below `/api/v1`, and a request that stores another one. */
export function useSetting<T, Body extends object>(path: string) {
  const client = useQueryClient();
  const queryKey = [path];
  const query = useQuery({ queryKey, queryFn: () => api<T>(path) });
  const save = useMutation({
    mutationFn: (body: Body) => api<T>(path, { method: 'PUT', body }),
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
  });
  return { query, save, reload: () => client.invalidateQueries({ queryKey }) };
}
