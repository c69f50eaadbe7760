import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Refused } from '../../main/ipc/schema.ts';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { Failure, Notice, Problems } from './feedback.tsx';
import { desktopStrings } from './strings.ts';

const tunnelStrings = desktopStrings.tunnel;

/** Opens the tunnel, or closes it after asking. */
export function TunnelActions({ api, state }: ConnectedAppliance) {
  const { phase } = state.tunnel;
  const prevented = state.app.serviceMode ? desktopStrings.managedBySystem : undefined;
  if (phase === 'off' || phase === 'failed') {
    return (
      <AppAction label={tunnelStrings.start} prevented={prevented} run={() => api.startTunnel()} />
    );
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

const recoveryKitStrings = desktopStrings.keys;

interface SaveRecoveryKitProps extends ConnectedAppliance {
  readonly variant?: 'plain' | 'primary';
}

/** Makes a recovery kit; the app asks where to save it. */
export function SaveRecoveryKit({ api, state, variant = 'plain' }: SaveRecoveryKitProps) {
  return (
    <AppAction
      label={recoveryKitStrings.save}
      variant={variant}
      prevented={state.app.serviceMode ? desktopStrings.managedBySystem : undefined}
      run={() => api.saveRecoveryKit()}
      done={({ saved }) => (saved ? recoveryKitStrings.saved : recoveryKitStrings.notSaved)}
    />
  );
}

const restartStrings = desktopStrings.service;

/** Restarts the service, after asking. */
export function RestartService({ api, state }: ConnectedAppliance) {
  return (
    <AppAction
      label={restartStrings.restart}
      prevented={state.app.serviceMode ? desktopStrings.managedBySystem : undefined}
      confirm={{
        title: restartStrings.restartTitle,
        text: <p>{restartStrings.restartText(state.server.liveCalls ?? 0)}</p>,
      }}
      run={() => api.restartServer()}
      done={() => restartStrings.restarted}
    />
  );
}

interface AppActionProps<T extends { readonly ok: true }> {
  readonly label: string;
  readonly variant?: 'plain' | 'primary';
  /** Why the button is disabled; undefined if it is not. */
  readonly prevented?: string | undefined;
  /** Question before the action. */
  readonly confirm?: { readonly title: string; readonly text: ReactNode };
  readonly run: () => Promise<T | Refused>;
  /** Message after success; none by default. */
  readonly done?: (outcome: T) => string | undefined;
}

/** A button for an action of the desktop app, with its result. */
export function AppAction<T extends { readonly ok: true }>(props: AppActionProps<T>) {
  const { label, variant = 'plain', prevented, confirm, run } = props;
  const [asking, ask] = useState(false);
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: run,
    onSettled: () => ask(false),
  });
  return (
    <div className="app-action">
      <Button
        variant={variant}
        busy={isPending}
        disabled={prevented !== undefined}
        title={prevented}
        onClick={() => (confirm === undefined ? mutate() : ask(true))}
      >
        {label}
      </Button>
      <Failure error={error} />
      <Result data={data} done={props.done} />
      {asking && confirm !== undefined ? (
        <ConfirmDialog
          title={confirm.title}
          button={label}
          busy={isPending}
          error={null}
          onConfirm={mutate}
          onClose={() => ask(false)}
        >
          {confirm.text}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

interface ResultProps<T> {
  readonly data: T | Refused | undefined;
  readonly done: ((outcome: T) => string | undefined) | undefined;
}

function Result<T extends { readonly ok: true }>({ data, done }: ResultProps<T>) {
  if (data === undefined) return null;
  if (!data.ok) return <Problems problems={data.problems} />;
  const said = done?.(data);
  return said === undefined ? null : <Notice tone="good">{said}</Notice>;
}
