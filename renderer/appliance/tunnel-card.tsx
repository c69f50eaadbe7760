import { Link } from '@tanstack/react-router';
import type { TunnelState } from '../../main/ipc/schema.ts';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { formatMoment } from '../lib/format.ts';
import { TunnelActions } from '../ui/app-actions.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Badge, Notice } from '../ui/feedback.tsx';
import { applianceStrings } from './strings.ts';

const tunnelStrings = applianceStrings.tunnel;
const tones = {
  off: 'plain',
  starting: 'warn',
  up: 'good',
  down: 'bad',
  restarting: 'warn',
  failed: 'bad',
  stopping: 'warn',
} as const satisfies Record<TunnelState['phase'], string>;

/** State of the tunnel that brings calls in. */
export function TunnelCard({ api, state }: ConnectedAppliance) {
  const { provider, phase, detail } = state.tunnel;
  const bad = phase === 'down' || phase === 'failed';
  return (
    <Card
      title={tunnelStrings.title}
      aside={<Badge tone={tones[phase]}>{tunnelStrings.phases[phase]}</Badge>}
    >
      {detail === null ? null : <Notice tone={bad ? 'bad' : 'warn'}>{detail}</Notice>}
      {provider === 'none' ? (
        <NoTunnel serviceMode={state.app.serviceMode} />
      ) : (
        <TunnelDetails api={api} state={state} />
      )}
    </Card>
  );
}

function NoTunnel({ serviceMode }: { readonly serviceMode: boolean }) {
  if (serviceMode) return <p className="quiet">{applianceStrings.managedBySystem}</p>;
  return (
    <>
      <p className="quiet">{tunnelStrings.none}</p>
      <div className="page-actions">
        <Link className="button" to="/appliance/settings" search={{ group: 'tunnel' }}>
          {tunnelStrings.choose}
        </Link>
      </div>
    </>
  );
}

function TunnelDetails({ api, state }: ConnectedAppliance) {
  const { provider, since, restarts, publicUrl } = state.tunnel;
  return (
    <>
      <Facts
        rows={[
          [tunnelStrings.provider, provider],
          [tunnelStrings.since, formatMoment(since)],
          [tunnelStrings.restarts, applianceStrings.service.restartCount(restarts)],
          [tunnelStrings.address, publicUrl === null ? tunnelStrings.unknown : null],
        ]}
      />
      {publicUrl === null ? null : <Copyable label={tunnelStrings.address} text={publicUrl} />}
      <div className="page-actions">
        <TunnelActions api={api} state={state} />
      </div>
    </>
  );
}
