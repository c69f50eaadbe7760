import type { ConnectedAppliance } from '../lib/appliance.ts';
import { applianceStrings } from '../lib/strings/appliance.ts';
import { AppAction } from './app-action.tsx';

const restartStrings = applianceStrings.service;

/** Has the app start the service again, after asking. */
export function RestartService({ api, state }: ConnectedAppliance) {
  return (
    <AppAction
      label={restartStrings.restart}
      prevented={state.app.serviceMode ? applianceStrings.ofTheService : undefined}
      confirm={{
        title: restartStrings.restartTitle,
        text: <p>{restartStrings.restartText(state.server.liveCalls ?? 0)}</p>,
      }}
      run={() => api.restartServer()}
      done={() => restartStrings.restarted}
    />
  );
}
