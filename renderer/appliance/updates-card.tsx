import { Link } from '@tanstack/react-router';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { AppAction } from '../ui/app-actions.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Badge, Notice } from '../ui/feedback.tsx';
import { updateTone } from './phase-tones.ts';
import { applianceStrings } from './strings.ts';

const updateStrings = applianceStrings.updates;

/** Whether there is a newer version. */
export function UpdatesCard({ api, state }: ConnectedAppliance) {
  const { phase, version, detail } = state.update;
  return (
    <Card
      title={updateStrings.title}
      aside={<Badge tone={updateTone(phase)}>{updateStrings.phases[phase]}</Badge>}
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
