import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ActivityItem } from '../../server/contract/audit.ts';
import { download, pagesOf } from '../lib/api.ts';
import { formatMoment, timeZone } from '../lib/format.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure, QueryResult } from '../ui/feedback.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useAgentNames } from './agent-names.ts';
import { reportsStrings } from './strings.ts';

const { past: texts } = reportsStrings;

/** A report of a period, as the journal recorded it. */
interface PastReport {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly from: string;
  readonly until: string;
  readonly agentId: string | undefined;
  readonly root: string;
  readonly isScheduled: boolean;
}

/** Reports of calls have no period. */
function pastReport({ at, person, agent_id: agentId, details }: ActivityItem): PastReport[] {
  const { report_id: id, from, until, merkle_root_hex: root, schedule_id: schedule } = details;
  if (typeof from !== 'string' || typeof until !== 'string') return [];
  const by = person?.name || person?.login || person?.id || '';
  const of = { at, by, from, until, agentId, isScheduled: schedule !== undefined };
  return [{ ...of, id: String(id), root: String(root) }];
}

/** The reports that were made, newest first; each can be made again from the journal (decision 0087). */
export function PastReports() {
  const query = useInfiniteQuery(
    pagesOf<ActivityItem>(['reports', 'past'], '/activity', {
      action: 'report_generated',
      limit: 50,
    }),
  );
  return (
    <Card title={texts.title}>
      <p>{texts.intro}</p>
      <QueryResult query={query}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data.flatMap(pastReport));
          return rows.length === 0 ? <p className="quiet">{texts.none}</p> : <Rows rows={rows} />;
        }}
      </QueryResult>
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.older}
        </Button>
      ) : null}
    </Card>
  );
}

function Rows({ rows }: { readonly rows: readonly PastReport[] }) {
  const { nameOf } = useAgentNames();
  const again = useMutation({
    mutationFn: async ({ id, from, until, agentId, root }: PastReport) => {
      const query = { from, until, agent_id: agentId, root, format: 'pdf' };
      saveFile(await download('/reports', query), `${id}.pdf`);
    },
  });
  const { columns } = texts;
  return (
    <>
      <Table
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { title: `${columns.at} (${timeZone()})`, cell: ({ at }) => <Time iso={at} /> },
          {
            title: columns.by,
            cell: ({ by, isScheduled }) => (isScheduled ? texts.scheduled(by) : by),
          },
          {
            title: columns.period,
            cell: ({ from, until }) => texts.period(formatMoment(from), formatMoment(until)),
          },
          { title: columns.agent, cell: ({ agentId }) => nameOf(agentId) },
          {
            title: columns.root,
            cell: ({ root }) => <code title={root}>{root.slice(0, 12)}</code>,
          },
          {
            title: columns.act,
            cell: (report) => (
              <Button
                aria-label={texts.downloadLabel(formatMoment(report.at))}
                busy={again.isPending && again.variables.id === report.id}
                disabled={again.isPending}
                onClick={() => again.mutate(report)}
              >
                {texts.download}
              </Button>
            ),
          },
        ]}
      />
      <Failure error={again.error} />
    </>
  );
}
