import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApplianceApi, ApplianceState } from '../../main/ipc/schema.ts';

/** The desktop app, which its window's preload script exposes; absent in any other browser. */
export const appliance = (globalThis as { readonly appliance?: ApplianceApi }).appliance;

/** The app, and what it last said of itself. */
export interface ConnectedAppliance {
  readonly api: ApplianceApi;
  readonly state: ApplianceState;
}

const queryKey = ['appliance'];

/** What the app says of itself, kept up to date by the app. */
export function useAppliance(api: ApplianceApi) {
  const client = useQueryClient();
  useEffect(
    () => api.onStateChanged((state) => client.setQueryData(queryKey, state)),
    [api, client],
  );
  return useQuery({ queryKey, queryFn: () => api.state() });
}

/** Asks the app for its state again. */
export function useApplianceRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}
