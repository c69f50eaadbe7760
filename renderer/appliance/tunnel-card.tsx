import { Link } from '@tanstack/react-router';
import type { SeenAppliance } from '../lib/appliance.ts';
import { formatMoment } from '../lib/format.ts';
import { appliance } from '../lib/strings/appliance.ts';
import { common } from '../lib/strings/common.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { TunnelActions } from '../ui/tunnel-actions.tsx';
import { tunnelTone } from './tones.ts';

const words = appliance.tunnel;

/** How calls come in. */
export function TunnelCard({ api, state }: SeenAppliance) {
  const { provider, phase, detail } = state.tunnel;
  const bad = phase === 'down' || phase === 'failed';
  return (
    <Card title={words.title} aside={<Badge tone={tunnelTone(phase)}>{words.phases[phase]}</Badge>}>
      {detail === null ? null : <Notice tone={bad ? 'bad' : 'warn'}>{detail}</Notice>}
      {provider === 'none' ? (
        <NoTunnel serviceMode={state.app.serviceMode} />
      ) : (
        <Chosen api={api} state={state} />
      )}
    </Card>
  );
}

function NoTunnel({ serviceMode }: { readonly serviceMode: boolean }) {
  if (serviceMode) return <p className="quiet">{appliance.ofTheService}</p>;
  return (
    <>
      <p className="quiet">{words.none}</p>
      <div className="page-actions">
        <Link className="button" to="/appliance/settings" search={{ group: 'tunnel' }}>
          {words.choose}
        </Link>
      </div>
    </>
  );
}

function Chosen({ api, state }: SeenAppliance) {
  const { provider, since, restarts, publicUrl } = state.tunnel;
  return (
    <>
      <Facts
        rows={[
          [words.provider, provider],
          [words.since, formatMoment(since)],
          [words.restarts, appliance.service.restartCount(restarts)],
          ...(publicUrl === null ? [[words.address, words.unknown] as const] : []),
        ]}
      />
      {publicUrl === null ? null : (
        <Copyable
          label={words.address}
          text={publicUrl}
          copyText={common.copy}
          copiedText={common.copied}
        />
      )}
      <div className="page-actions">
        <TunnelActions api={api} state={state} />
      </div>
    </>
  );
}
