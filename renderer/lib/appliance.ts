import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApplianceApi, ApplianceState } from '../../main/ipc/schema.ts';

/** The desktop app, exposed by its preload script; undefined in other browsers. */
export const appliance = (globalThis as { readonly appliance?: ApplianceApi }).appliance;

/** The app and its last known state. */
export interface ConnectedAppliance {
  readonly api: ApplianceApi;
  readonly state: ApplianceState;
}

const queryKey = ['appliance'];

/** The state of the app; the app pushes updates. */
export function useAppliance(api: ApplianceApi) {
  const client = useQueryClient();
  useEffect(
    () => api.onStateChanged((state) => client.setQueryData(queryKey, state)),
    [api, client],
  );
  return useQuery({ queryKey, queryFn: () => api.state() });
}

/** Reloads the state of the app. */
export function useApplianceRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}
