import type { SystemStatus } from '../../server/contract/system.ts';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Badge } from '../ui/feedback.tsx';
import { commonStrings } from '../ui/strings.ts';
import { TableFrame } from '../ui/table.tsx';
import { formatAge, systemStrings } from './strings.ts';

const keyStrings = systemStrings.keys;
type Key = SystemStatus['keys'][number];

/** The keys of masking by id and age; their values stay where they are. */
export function KeysCard({ keys }: { readonly keys: readonly Key[] }) {
  const { columns } = keyStrings;
  return (
    <Card title={keyStrings.title}>
      <TableFrame>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{columns.kid}</th>
              <th scope="col">{columns.use}</th>
              <th scope="col">{columns.age}</th>
              <th scope="col">{columns.from}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <Row key={key.kid} {...key} />
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p className="quiet">{keyStrings.rotate}</p>
      <Copyable
        label={keyStrings.title}
        text={keyStrings.command}
        copyText={commonStrings.copy}
        copiedText={commonStrings.copied}
      />
    </Card>
  );
}

function Row({ kid, active, made_at: madeAt, source }: Key) {
  return (
    <tr>
      <td>
        <code>{kid}</code>
      </td>
      <td>
        <Badge tone={active ? 'good' : 'plain'}>
          {active ? keyStrings.active : keyStrings.kept}
        </Badge>
      </td>
      <td>{madeAt === undefined ? keyStrings.unknown : formatAge(madeAt, Date.now())}</td>
      <td>{keyStrings.sources[source]}</td>
    </tr>
  );
}
