import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PolicyVerdict } from '../../server/contract/policy.ts';
import { api } from './api.ts';

/** How long typing rests before the service is asked, in milliseconds. */
const restMs = 300;

/** What the service says of a policy while it is being written; undefined until it has said something. */
export function usePolicyCheck(yaml: string): PolicyVerdict | undefined {
  const [settled, settle] = useState(yaml);
  useEffect(() => {
    const timer = setTimeout(() => settle(yaml), restMs);
    return () => clearTimeout(timer);
  }, [yaml]);
  const { data } = useQuery({
    queryKey: ['policy-check', settled],
    queryFn: () =>
      api<PolicyVerdict>('/policies/validate', { method: 'POST', body: { policy_yaml: settled } }),
    enabled: settled.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  return settled.trim() === '' ? undefined : data;
}
