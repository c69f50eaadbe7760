import type { SeenAppliance } from '../lib/appliance.ts';
import { appliance } from '../lib/strings/appliance.ts';
import { AppAction } from './app-action.tsx';

const words = appliance.keys;

interface Props extends SeenAppliance {
  readonly look?: 'plain' | 'primary';
}

/** Has the app make a recovery kit and ask where to save it. */
export function SaveRecoveryKit({ api, state, look = 'plain' }: Props) {
  return (
    <AppAction
      label={words.save}
      look={look}
      prevented={state.app.serviceMode ? appliance.ofTheService : undefined}
      run={() => api.saveRecoveryKit()}
      done={({ saved }) => (saved ? words.saved : words.notSaved)}
    />
  );
}
