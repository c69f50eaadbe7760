import type { RosterImport, RosterOverview } from '../../server/contract/roster.ts';
import { formatCount, formatMoment } from '../lib/format.ts';
import { Card, Facts } from '../ui/card.tsx';
import { Table } from '../ui/table.tsx';
import { rosterStrings } from './strings.ts';

const peopleStrings = rosterStrings.people;
const problemStrings = rosterStrings.problems;

/** How many people there are, and the last import with the rows that it refused. */
export function PeopleCard({ roster }: { readonly roster: RosterOverview }) {
  const { people, last_import: last } = roster;
  return (
    <Card title={peopleStrings.title}>
      {last === null ? <p>{peopleStrings.none}</p> : null}
      <Facts
        rows={[
          [peopleStrings.patient, formatCount(people.patient)],
          [peopleStrings.relative, formatCount(people.relative)],
          [peopleStrings.staff, formatCount(people.staff)],
          ...(last === null ? [] : factsOf(last)),
        ]}
      />
      {last === null || last.problems.length === 0 ? null : <Problems {...last} />}
    </Card>
  );
}

function factsOf(last: RosterImport): readonly (readonly [string, string | null])[] {
  const unread = last.unknown_columns.join(', ');
  return [
    [peopleStrings.last, formatMoment(last.updated_at)],
    [peopleStrings.imported, formatCount(last.imported)],
    [peopleStrings.refused, formatCount(last.refused)],
    [peopleStrings.unread, unread === '' ? null : unread],
  ];
}

/** So many problems are shown without a click. */
const unfolded = 20;

function Problems({ problems }: Pick<RosterImport, 'problems'>) {
  return (
    <details className="roster-problems" open={problems.length <= unfolded}>
      <summary>{problemStrings.title(problems.length)}</summary>
      {problems.length < 1_000 ? null : <p className="quiet">{problemStrings.more}</p>}
      <Table
        rows={problems}
        rowKey={({ row, problem }) => `${row} ${problem}`}
        columns={[
          {
            title: problemStrings.columns.row,
            look: 'number',
            cell: ({ row }) => formatCount(row),
          },
          {
            title: problemStrings.columns.problem,
            cell: ({ problem }) => problemStrings.texts[problem],
          },
        ]}
      />
    </details>
  );
}
