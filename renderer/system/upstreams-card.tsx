import type { SystemStatus } from '../../server/contract/system.ts';
import { Card } from '../ui/card.tsx';
import { Badge } from '../ui/feedback.tsx';
import { Table } from '../ui/table.tsx';
import { systemStrings } from './strings.ts';

const upstreamStrings = systemStrings.upstreams;
const { columns } = upstreamStrings;

/** The models for agents, with their missing settings. */
export function UpstreamsCard({ upstreams }: Pick<SystemStatus, 'upstreams'>) {
  return (
    <Card title={upstreamStrings.title}>
      <Table
        rows={upstreams}
        rowKey={({ name }) => name}
        columns={[
          { title: columns.name, cell: ({ name }) => <code>{name}</code> },
          {
            title: columns.state,
            cell: ({ configured }) => (
              <Badge tone={configured ? 'good' : 'plain'}>
                {configured ? upstreamStrings.configured : upstreamStrings.missing}
              </Badge>
            ),
          },
          { title: columns.missing, cell: ({ missing }) => <code>{missing.join(', ')}</code> },
        ]}
      />
    </Card>
  );
}
