import type { SeenAppliance } from '../lib/appliance.ts';
import { appliance } from '../lib/strings/appliance.ts';
import { AppAction } from './app-action.tsx';

const words = appliance.service;

/** Has the app start the service again, after asking. */
export function RestartService({ api, state }: SeenAppliance) {
  return (
    <AppAction
      label={words.restart}
      prevented={state.app.serviceMode ? appliance.ofTheService : undefined}
      confirm={{
        title: words.restartTitle,
        text: <p>{words.restartText(state.server.liveCalls ?? 0)}</p>,
      }}
      run={() => api.restartServer()}
      done={() => words.restarted}
    />
  );
}
