import type { SystemStatus } from '../../server/contract/system.ts';
import { formatBytes } from '../lib/format.ts';
import { system } from '../lib/strings/system.ts';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';

const words = system.versions;

/** What the service is made of. */
export function VersionsCard({ status }: { readonly status: SystemStatus }) {
  const { versions, model, policy } = status;
  return (
    <Card title={words.title}>
      <Facts
        rows={[
          [words.service, versions.service],
          [words.node, versions.node],
          [words.database, versions.database],
          [words.model, <code key="model">{model.version}</code>],
          [words.modelSize, formatBytes(model.bytes)],
          [words.policy, `${policy.name}, version ${policy.version}`],
        ]}
      />
    </Card>
  );
}
