import type { ConnectedAppliance } from '../lib/appliance.ts';
import { applianceStrings } from '../lib/strings/appliance.ts';
import { AppAction } from './app-action.tsx';

const tunnelStrings = applianceStrings.tunnel;

/** Opens the tunnel that is chosen, or closes it after asking. */
export function TunnelActions({ api, state }: ConnectedAppliance) {
  const { phase } = state.tunnel;
  const prevented = state.app.serviceMode ? applianceStrings.ofTheService : undefined;
  if (phase === 'off' || phase === 'failed') {
    return <AppAction label={tunnelStrings.start} prevented={prevented} run={() => api.startTunnel()} />;
  }
  return (
    <AppAction
      key="stop"
      label={tunnelStrings.stop}
      prevented={prevented}
      confirm={{ title: tunnelStrings.stopTitle, text: <p>{tunnelStrings.stopText}</p> }}
      run={() => api.stopTunnel()}
    />
  );
}
