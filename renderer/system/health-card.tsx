import { Link } from '@tanstack/react-router';
import type { SystemStatus } from '../../server/contract/system.ts';
import { formatCount, formatMoment } from '../lib/format.ts';
import { commonStrings } from '../lib/strings/common.ts';
import { systemStrings } from '../lib/strings/system.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { formatUptime } from './ages.ts';

const healthStrings = systemStrings.health;

/** Whether calls are served, and why not. */
export function HealthCard({ status }: { readonly status: SystemStatus }) {
  const { reasons } = status.health;
  const ok = status.health.status === 'ok';
  return (
    <Card
      title={healthStrings.title}
      aside={<Badge tone={ok ? 'good' : 'bad'}>{ok ? healthStrings.ok : healthStrings.unavailable}</Badge>}
    >
      {ok ? <p className="quiet">{healthStrings.okText}</p> : <Reasons reasons={reasons} />}
      <Facts
        rows={[
          [healthStrings.live, formatCount(status.calls.live)],
          [healthStrings.up, formatUptime(status.uptime_s)],
          [healthStrings.since, formatMoment(status.started_at)],
        ]}
      />
    </Card>
  );
}

function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  return (
    <Notice tone="bad">
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Link to="/audit">{commonStrings.pages.audit}</Link>
    </Notice>
  );
}
