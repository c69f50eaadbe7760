import type { ServerState } from '../../main/ipc/schema.ts';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { formatCount, formatMoment } from '../lib/format.ts';
import { RestartService } from '../ui/app-actions.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Badge, Problems, Reasons } from '../ui/feedback.tsx';
import { applianceStrings } from './strings.ts';

const serviceStrings = applianceStrings.service;
const tones = {
  starting: 'warn',
  running: 'good',
  degraded: 'bad',
  restarting: 'warn',
  crash_loop: 'bad',
  refused: 'bad',
  stopping: 'warn',
  stopped: 'plain',
} as const satisfies Record<ServerState['phase'], string>;

/** State of the service, as the desktop app sees it. */
export function ServiceCard({ api, state }: ConnectedAppliance) {
  const { server, app } = state;
  const { phase } = server;
  return (
    <Card
      title={serviceStrings.title}
      aside={<Badge tone={tones[phase]}>{serviceStrings.phases[phase]}</Badge>}
    >
      <Reasons reasons={server.reasons} />
      <Problems
        problems={server.problems}
        nameOf={(path) => state.settings.find(({ key }) => key === path)?.title ?? path}
      />
      <Facts
        rows={[
          [serviceStrings.since, formatMoment(server.since)],
          [
            serviceStrings.live,
            server.liveCalls === undefined ? null : formatCount(server.liveCalls),
          ],
          [serviceStrings.address, code(server.url)],
          [serviceStrings.ingress, code(server.ingressUrl)],
          [serviceStrings.restarts, serviceStrings.restartCount(server.restarts)],
          [serviceStrings.lastExit, server.lastExit],
          [
            serviceStrings.mode,
            app.serviceMode ? serviceStrings.modes.service : serviceStrings.modes.app,
          ],
          [serviceStrings.app, serviceStrings.appText(app.version, app.platform)],
        ]}
      />
      <div className="page-actions">
        <RestartService api={api} state={state} />
      </div>
      {app.serviceMode ? <p className="quiet">{applianceStrings.managedBySystem}</p> : null}
    </Card>
  );
}

const code = (text: string | null) => (text === null ? null : <code>{text}</code>);
