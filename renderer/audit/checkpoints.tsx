import type { AuditState } from '../../server/contract/audit.ts';
import { formatCount, formatMoment, shortHash } from '../lib/format.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty } from '../ui/feedback.tsx';
import { TableFrame } from '../ui/table.tsx';
import { auditStrings } from './strings.ts';

const checkpointStrings = auditStrings.checkpoints;
type Checkpoint = AuditState['checkpoints'][number];

/** What was signed of the journal, newest first, each to be saved and kept elsewhere. */
export function Checkpoints({ checkpoints }: { readonly checkpoints: readonly Checkpoint[] }) {
  const { columns, empty } = checkpointStrings;
  if (checkpoints.length === 0) {
    return (
      <Empty title={empty.title}>
        <p>{empty.text}</p>
      </Empty>
    );
  }
  return (
    <div className="audit-panel">
      <p className="quiet">
        {checkpointStrings.intro} {auditStrings.head.keep}
      </p>
      <TableFrame>
        <table className="table">
          <thead>
            <tr>
              <th scope="col" className="number">
                {columns.size}
              </th>
              <th scope="col">{columns.at}</th>
              <th scope="col">{columns.root}</th>
              <th scope="col">{columns.state}</th>
              <th scope="col">{columns.note}</th>
            </tr>
          </thead>
          <tbody>
            {checkpoints.map((checkpoint) => (
              <Row key={`${checkpoint.size} ${checkpoint.root_hash}`} checkpoint={checkpoint} />
            ))}
          </tbody>
        </table>
      </TableFrame>
    </div>
  );
}

function Row({ checkpoint }: { readonly checkpoint: Checkpoint }) {
  const { size, root_hash: root, note, signed_at: at, voided_by: voidedBy } = checkpoint;
  return (
    <tr>
      <td className="number">{formatCount(size)}</td>
      <td>{at === undefined ? checkpointStrings.unknownTime : formatMoment(at)}</td>
      <td>
        <code title={root}>{shortHash(root)}</code>
      </td>
      <td>
        {voidedBy === undefined ? (
          <Badge tone="good">{checkpointStrings.inForce}</Badge>
        ) : (
          <Badge tone="bad">{checkpointStrings.voided(voidedBy)}</Badge>
        )}
      </td>
      <td>
        <Button
          aria-label={checkpointStrings.saveLabel(size)}
          onClick={() =>
            saveFile(new Blob([note], { type: 'text/plain' }), checkpointStrings.file(size))
          }
        >
          {checkpointStrings.save}
        </Button>
      </td>
    </tr>
  );
}
