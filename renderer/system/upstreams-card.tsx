import type { SystemStatus } from '../../server/contract/system.ts';
import { Card } from '../ui/card.tsx';
import { Badge } from '../ui/feedback.tsx';
import { TableFrame } from '../ui/table.tsx';
import { systemStrings } from './strings.ts';

const upstreamStrings = systemStrings.upstreams;

/** The models that agents can have, and what they still need. */
export function UpstreamsCard({ upstreams }: { readonly upstreams: SystemStatus['upstreams'] }) {
  const { columns } = upstreamStrings;
  return (
    <Card title={upstreamStrings.title}>
      <TableFrame>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{columns.name}</th>
              <th scope="col">{columns.state}</th>
              <th scope="col">{columns.missing}</th>
            </tr>
          </thead>
          <tbody>
            {upstreams.map(({ name, configured, missing }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  <Badge tone={configured ? 'good' : 'plain'}>
                    {configured ? upstreamStrings.configured : upstreamStrings.missing}
                  </Badge>
                </td>
                <td>
                  <code>{missing.join(', ')}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </Card>
  );
}
