import { useQuery } from '@tanstack/react-query';
import type { ClinicSettings } from '../../server/contract/settings/clinic.ts';
import { api } from './api.ts';
import { showTimesIn } from './format.ts';

/** Who runs this installation, as the page of settings keeps it. */
export function useClinic() {
  const path = '/settings/clinic';
  return useQuery({
    queryKey: [path],
    queryFn: () => api<{ readonly clinic: ClinicSettings }>(path),
    staleTime: 60_000,
  });
}

/**
 * Shows times in the zone of reports once somebody has set up the clinic, until then in that of this
 * browser. `isReady` is false until it is known which.
 */
export function useClinicTimes() {
  const { data, isPending } = useClinic();
  const zone = data === undefined || isUnset(data.clinic) ? undefined : data.clinic.time_zone;
  showTimesIn(zone);
  return { isReady: !isPending, isClinics: zone !== undefined };
}

const isUnset = ({ name, time_zone }: ClinicSettings) => name === '' && time_zone === 'UTC';
