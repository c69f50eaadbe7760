import type { SystemStatus } from '../../server/contract/system.ts';
import { formatBytes } from '../lib/format.ts';
import { systemStrings } from '../lib/strings/system.ts';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';

const storageStrings = systemStrings.storage;

/** Below this a warning is shown; `svc doctor` warns at the same. */
const lowSpaceBytes = 2_048 * 1024 * 1024;

/** What the data take, and what is left. */
export function StorageCard({ storage }: { readonly storage: SystemStatus['storage'] }) {
  const { files, free_bytes: free } = storage;
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Card title={storageStrings.title}>
      {free !== undefined && free < lowSpaceBytes ? <Notice tone="warn">{storageStrings.few}</Notice> : null}
      <Facts
        rows={[
          ...files.map(
            ({ name, bytes }) => [storageStrings.names[name] ?? name, formatBytes(bytes)] as const,
          ),
          [storageStrings.all, formatBytes(all)],
          ...(free === undefined ? [] : [[storageStrings.free, formatBytes(free)] as const]),
        ]}
      />
    </Card>
  );
}
