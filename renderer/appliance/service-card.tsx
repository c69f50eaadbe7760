import type { ServerState } from '../../main/ipc/schema.ts';
import type { SeenAppliance } from '../lib/appliance.ts';
import { formatCount, formatMoment } from '../lib/format.ts';
import { appliance } from '../lib/strings/appliance.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { Problems } from '../ui/problems.tsx';
import { RestartService } from '../ui/restart-service.tsx';
import { serviceTone } from './tones.ts';

const words = appliance.service;

/** How the service is, seen from outside of it. */
export function ServiceCard({ api, state }: SeenAppliance) {
  const { server, app } = state;
  const { phase } = server;
  return (
    <Card
      title={words.title}
      aside={<Badge tone={serviceTone(phase)}>{words.phases[phase]}</Badge>}
    >
      <Reasons reasons={server.reasons} />
      <Problems
        problems={server.problems}
        nameOf={(path) => state.settings.find(({ key }) => key === path)?.title ?? path}
      />
      <Facts
        rows={[
          [words.since, formatMoment(server.since)],
          ...known(server),
          [words.restarts, words.restartCount(server.restarts)],
          ...(server.lastExit === null ? [] : [[words.lastExit, server.lastExit] as const]),
          [words.mode, app.serviceMode ? words.modes.service : words.modes.app],
          [words.app, words.appText(app.version, app.platform)],
        ]}
      />
      <div className="page-actions">
        <RestartService api={api} state={state} />
      </div>
      {app.serviceMode ? <p className="quiet">{appliance.ofTheService}</p> : null}
    </Card>
  );
}

function known({ url, ingressUrl, liveCalls }: ServerState) {
  return [
    ...(liveCalls === undefined ? [] : [[words.live, formatCount(liveCalls)] as const]),
    ...(url === null ? [] : [[words.address, <code key="url">{url}</code>] as const]),
    ...(ingressUrl === null
      ? []
      : [[words.ingress, <code key="ingress">{ingressUrl}</code>] as const]),
  ];
}

function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <Notice tone="bad">
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  );
}
