import type { SystemStatus } from '../../server/contract/system.ts';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Badge } from '../ui/feedback.tsx';
import { KeysStored } from '../ui/keys-stored.tsx';
import { Table } from '../ui/table.tsx';
import { formatAge, systemStrings } from './strings.ts';

const keyStrings = systemStrings.keys;
const { columns } = keyStrings;

/** The masking keys by ID and age, never their values. */
export function KeysCard({
  keys,
  keys_stored: stored,
}: Pick<SystemStatus, 'keys' | 'keys_stored'>) {
  return (
    <Card title={keyStrings.title}>
      <KeysStored keys_stored={stored} />
      <Table
        rows={keys}
        rowKey={({ kid }) => kid}
        columns={[
          { title: columns.kid, cell: ({ kid }) => <code>{kid}</code> },
          {
            title: columns.use,
            cell: ({ active }) => (
              <Badge tone={active ? 'good' : 'plain'}>
                {active ? keyStrings.active : keyStrings.kept}
              </Badge>
            ),
          },
          {
            title: columns.age,
            cell: ({ made_at: madeAt }) =>
              madeAt === undefined ? keyStrings.unknown : formatAge(madeAt, Date.now()),
          },
          { title: columns.from, cell: ({ source }) => keyStrings.sources[source] },
        ]}
      />
      <p className="quiet">{keyStrings.rotate}</p>
      <Copyable label={keyStrings.title} text={keyStrings.command} />
    </Card>
  );
}
