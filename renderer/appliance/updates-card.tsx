import { Link } from '@tanstack/react-router';
import type { UpdateState } from '../../main/ipc/schema.ts';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { AppAction } from '../ui/app-actions.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Badge, Notice } from '../ui/feedback.tsx';
import { applianceStrings } from './strings.ts';

const updateStrings = applianceStrings.updates;
const tones = {
  off: 'plain',
  idle: 'plain',
  checking: 'plain',
  available: 'warn',
  downloading: 'plain',
  ready: 'good',
  failed: 'bad',
} as const satisfies Record<UpdateState['phase'], string>;

/** Whether a newer version exists, and its installation. */
export function UpdatesCard({ api, state }: ConnectedAppliance) {
  const { phase, version, detail } = state.update;
  return (
    <Card
      title={updateStrings.title}
      aside={<Badge tone={tones[phase]}>{updateStrings.phases[phase]}</Badge>}
    >
      {detail === null ? null : (
        <Notice tone={phase === 'failed' ? 'bad' : 'plain'}>{detail}</Notice>
      )}
      {version === null ? null : <Facts rows={[[updateStrings.version, version]]} />}
      {phase === 'off' && detail === null ? <p className="quiet">{updateStrings.offText}</p> : null}
      <div className="page-actions">
        {phase === 'off' && detail === null ? (
          <Link className="button" to="/appliance/settings" search={{ group: 'updates' }}>
            {updateStrings.set}
          </Link>
        ) : null}
        {phase === 'off' ? null : (
          <AppAction label={updateStrings.check} run={() => api.checkForUpdates()} />
        )}
        {phase === 'ready' ? (
          <AppAction
            label={updateStrings.install}
            variant="primary"
            confirm={{
              title: updateStrings.installTitle(version ?? ''),
              text: <p>{updateStrings.installText}</p>,
            }}
            run={() => api.installUpdate()}
          />
        ) : null}
      </div>
    </Card>
  );
}
