import type { ConnectedAppliance } from '../lib/appliance.ts';
import { applianceStrings } from '../lib/strings/appliance.ts';
import { AppAction } from './app-action.tsx';

const recoveryKitStrings = applianceStrings.keys;

interface SaveRecoveryKitProps extends ConnectedAppliance {
  readonly variant?: 'plain' | 'primary';
}

/** Has the app make a recovery kit and ask where to save it. */
export function SaveRecoveryKit({ api, state, variant: look = 'plain' }: SaveRecoveryKitProps) {
  return (
    <AppAction
      label={recoveryKitStrings.save}
      variant={look}
      prevented={state.app.serviceMode ? applianceStrings.ofTheService : undefined}
      run={() => api.saveRecoveryKit()}
      done={({ saved }) => (saved ? recoveryKitStrings.saved : recoveryKitStrings.notSaved)}
    />
  );
}
