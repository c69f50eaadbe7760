import { Link } from '@tanstack/react-router';
import type { SystemStatus } from '../../server/contract/system.ts';
import { formatBytes, formatCount, formatMoment } from '../lib/format.ts';
import { Card, Facts } from '../ui/card.tsx';
import { Badge, Notice, Reasons } from '../ui/feedback.tsx';
import { ApiDocsLink } from '../ui/links.tsx';
import { commonStrings } from '../ui/strings.ts';
import { formatUptime, systemStrings } from './strings.ts';

const versionStrings = systemStrings.versions;

/** Versions of the service and its parts. */
export function VersionsCard({ status }: { readonly status: SystemStatus }) {
  const { versions, model, policy } = status;
  return (
    <Card title={versionStrings.title}>
      <Facts
        rows={[
          [versionStrings.service, versions.service],
          [versionStrings.node, versions.node],
          [versionStrings.database, versions.database],
          [versionStrings.model, <code key="model">{model.version}</code>],
          [versionStrings.modelSize, formatBytes(model.bytes)],
          [versionStrings.policy, `${policy.name}, version ${policy.version}`],
        ]}
      />
    </Card>
  );
}

const storageStrings = systemStrings.storage;

/** Free space below which a warning is shown; `svc doctor` has the same limit. */
const lowSpaceBytes = 2_048 * 1024 * 1024;

/** Disk space used and free. */
export function StorageCard({ storage }: { readonly storage: SystemStatus['storage'] }) {
  const { files, free_bytes: free } = storage;
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Card title={storageStrings.title}>
      {free !== undefined && free < lowSpaceBytes ? (
        <Notice tone="warn">{storageStrings.few}</Notice>
      ) : null}
      <Facts
        rows={[
          ...files.map(
            ({ name, bytes }) => [storageStrings.names[name] ?? name, formatBytes(bytes)] as const,
          ),
          [storageStrings.all, formatBytes(all)],
          [storageStrings.free, free === undefined ? null : formatBytes(free)],
        ]}
      />
    </Card>
  );
}

const addressStrings = systemStrings.reach;

/** Addresses of the service, and how people sign in. */
export function AddressCard({ status }: { readonly status: SystemStatus }) {
  const {
    base_url: base,
    calls_url: calls,
    ingress_port: port,
    sign_in: signIn,
    rate_limit: rate,
  } = status;
  return (
    <Card title={addressStrings.title}>
      <Facts
        rows={[
          [addressStrings.base, <code key="base">{base}</code>],
          [addressStrings.calls, <code key="calls">{calls}</code>],
          [addressStrings.api, <ApiDocsLink key="api" />],
          [
            addressStrings.tunnel,
            port === null ? addressStrings.noIngress : addressStrings.ingress(port),
          ],
          [addressStrings.signIn, addressStrings.methods[signIn.method] ?? signIn.method],
          [addressStrings.rate, addressStrings.rates[rate]],
        ]}
      />
      {port === null ? <p className="quiet">{addressStrings.noIngressText}</p> : null}
    </Card>
  );
}

const healthStrings = systemStrings.health;

/** Whether the service serves calls, and why not. */
export function HealthCard({ status }: { readonly status: SystemStatus }) {
  const ok = status.health.status === 'ok';
  return (
    <Card
      title={healthStrings.title}
      aside={
        <Badge tone={ok ? 'good' : 'bad'}>
          {ok ? healthStrings.ok : healthStrings.unavailable}
        </Badge>
      }
    >
      {ok ? <p className="quiet">{healthStrings.okText}</p> : null}
      <Reasons reasons={ok ? [] : status.health.reasons}>
        <Link to="/audit">{commonStrings.pages.audit}</Link>
      </Reasons>
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
