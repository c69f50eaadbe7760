import { Link } from '@tanstack/react-router';
import type { SeenAppliance } from '../lib/appliance.ts';
import { appliance } from '../lib/strings/appliance.ts';
import { AppAction } from '../ui/app-action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { updateTone } from './tones.ts';

const words = appliance.updates;

/** Whether there is a newer version. */
export function UpdatesCard({ api, state }: SeenAppliance) {
  const { phase, version, detail } = state.update;
  return (
    <Card title={words.title} aside={<Badge tone={updateTone(phase)}>{words.phases[phase]}</Badge>}>
      {detail === null ? null : (
        <Notice tone={phase === 'failed' ? 'bad' : 'plain'}>{detail}</Notice>
      )}
      {version === null ? null : <Facts rows={[[words.version, version]]} />}
      {phase === 'off' && detail === null ? <p className="quiet">{words.offText}</p> : null}
      <div className="page-actions">
        {phase === 'off' && detail === null ? (
          <Link className="button" to="/appliance/settings" search={{ group: 'updates' }}>
            {words.set}
          </Link>
        ) : null}
        {phase === 'off' ? null : (
          <AppAction label={words.check} run={() => api.checkForUpdates()} />
        )}
        {phase === 'ready' ? (
          <AppAction
            label={words.install}
            look="primary"
            confirm={{ title: words.installTitle(version ?? ''), text: <p>{words.installText}</p> }}
            run={() => api.installUpdate()}
          />
        ) : null}
      </div>
    </Card>
  );
}
