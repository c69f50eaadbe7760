import { useQuery } from '@tanstack/react-query';
import type { CallSampleList } from '../../server/contract/reports/call-samples.ts';
import { api } from '../lib/api.ts';
import { inDemo } from '../lib/demo.ts';
import { useRefusal } from '../lib/me.ts';

export const samplesKey = ['samples'] as const;

/** The drawn calls, for those who may read them. */
export function useSamples() {
  return useQuery({
    queryKey: samplesKey,
    queryFn: () => api<CallSampleList>('/samples'),
    enabled: useRefusal('listSamples') === undefined && !inDemo,
  });
}
