import { useState } from 'react';
import type { AuditState } from '../../server/contract/audit.ts';
import { formatCount, formatDay, formatMoment, shortHash } from '../lib/format.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty } from '../ui/feedback.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { auditStrings } from './strings.ts';

const checkpointStrings = auditStrings.checkpoints;
const { columns: titles, empty } = checkpointStrings;
type Checkpoint = AuditState['checkpoints'][number];

const columns: readonly Column<Checkpoint>[] = [
  { title: titles.size, look: 'number', cell: ({ size }) => formatCount(size) },
  {
    title: titles.at,
    cell: ({ signed_at: at }) =>
      at === undefined ? checkpointStrings.unknownTime : formatMoment(at),
  },
  {
    title: titles.root,
    cell: ({ root_hash: root }) => <code title={root}>{shortHash(root)}</code>,
  },
  {
    title: titles.state,
    cell: ({ voided_by: event }) =>
      event === undefined ? (
        <Badge tone="good">{checkpointStrings.inForce}</Badge>
      ) : (
        <Badge tone="bad">{checkpointStrings.voided(event)}</Badge>
      ),
  },
  {
    title: titles.note,
    cell: ({ size, note }) => (
      <Button
        aria-label={checkpointStrings.saveLabel(size)}
        onClick={() =>
          saveFile(new Blob([note], { type: 'text/plain' }), checkpointStrings.file(size))
        }
      >
        {checkpointStrings.save}
      </Button>
    ),
  },
];

/** Signed states of the audit log, newest first, to save and keep elsewhere. */
export function Checkpoints({ checkpoints }: Pick<AuditState, 'checkpoints'>) {
  const [all, showAll] = useState(false);
  if (checkpoints.length === 0) return <Empty {...empty} />;
  return (
    <div className="audit-panel">
      <p className="quiet">
        {checkpointStrings.intro} {auditStrings.head.keep}
      </p>
      <div className="page-actions">
        <Button onClick={() => showAll(!all)}>
          {all ? checkpointStrings.showDaily : checkpointStrings.showAll}
        </Button>
        {all ? null : <span className="quiet">{checkpointStrings.daily}</span>}
      </div>
      <Table
        rows={all ? checkpoints : latestOfEachDay(checkpoints)}
        rowKey={({ size, root_hash: root }) => `${size} ${root}`}
        columns={columns}
      />
    </div>
  );
}

/** The first of each day in a list that is newest first; voided ones all stay. */
function latestOfEachDay(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  const days = new Set<string>();
  return checkpoints.filter(({ signed_at: at, voided_by: voided }) => {
    if (voided !== undefined) return true;
    const day = at === undefined ? '' : formatDay(at);
    return !days.has(day) && days.add(day);
  });
}
