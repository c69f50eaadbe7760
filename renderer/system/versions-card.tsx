import type { SystemStatus } from '../../server/contract/system.ts';
import { formatBytes } from '../lib/format.ts';
import { systemStrings } from '../lib/strings/system.ts';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';

const versionStrings = systemStrings.versions;

/** What the service is made of. */
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
