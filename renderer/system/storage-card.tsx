import type { SystemStatus } from '../../server/contract/system.ts';
import { formatBytes } from '../lib/format.ts';
import { system } from '../lib/strings/system.ts';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';

const words = system.storage;

/** Below this a warning is shown; `svc doctor` warns at the same. */
const fewBytes = 2_048 * 1024 * 1024;

/** What the data take, and what is left. */
export function StorageCard({ storage }: { readonly storage: SystemStatus['storage'] }) {
  const { files, free_bytes: free } = storage;
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Card title={words.title}>
      {free !== undefined && free < fewBytes ? <Notice tone="warn">{words.few}</Notice> : null}
      <Facts
        rows={[
          ...files.map(
            ({ name, bytes }) => [words.names[name] ?? name, formatBytes(bytes)] as const,
          ),
          [words.all, formatBytes(all)],
          ...(free === undefined ? [] : [[words.free, formatBytes(free)] as const]),
        ]}
      />
    </Card>
  );
}
