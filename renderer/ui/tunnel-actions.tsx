import type { SeenAppliance } from '../lib/appliance.ts';
import { appliance } from '../lib/strings/appliance.ts';
import { AppAction } from './app-action.tsx';

const words = appliance.tunnel;

/** Opens the tunnel that is chosen, or closes it after asking. */
export function TunnelActions({ api, state }: SeenAppliance) {
  const { phase } = state.tunnel;
  const prevented = state.app.serviceMode ? appliance.ofTheService : undefined;
  if (phase === 'off' || phase === 'failed') {
    return <AppAction label={words.start} prevented={prevented} run={() => api.startTunnel()} />;
  }
  return (
    <AppAction
      key="stop"
      label={words.stop}
      prevented={prevented}
      confirm={{ title: words.stopTitle, text: <p>{words.stopText}</p> }}
      run={() => api.stopTunnel()}
    />
  );
}
