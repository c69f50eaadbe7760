import { Link } from '@tanstack/react-router';
import type { Overview, OverviewAgent } from '../../server/contract/figures/overview.ts';
import { CallFigures, failureCount, latencyText, maskedCount } from '../figures/call-figures.tsx';
import { formatCount } from '../lib/format.ts';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { AttentionList } from './attention-list.tsx';
import { Incidents } from './incidents.tsx';
import { overviewStrings } from './strings.ts';
import { verdictOf } from './verdict.ts';
import './overview.css';

const { columns: titles, ...agentStrings } = overviewStrings.agents;

/** The landing page: how calls went, and what needs attention. */
export function OverviewPage() {
  return (
    <Page
      title={commonStrings.pages.overview}
      intro={overviewStrings.intro}
      actions={
        <Link className="button" to="/live">
          {overviewStrings.live}
        </Link>
      }
    >
      <CallFigures
        above={(overview, since) => (
          <>
            <VerdictCard overview={overview} since={since} />
            <AttentionList items={overview.attention} since={since} />
            <Incidents />
          </>
        )}
        below={({ agents }) =>
          agents.length === 0 ? null : (
            <Card title={agentStrings.title}>
              <Table rows={agents} rowKey={({ agent_id: id }) => id} columns={columns} />
            </Card>
          )
        }
      />
    </Page>
  );
}

interface VerdictProps {
  readonly overview: Overview;
  readonly since: keyof typeof overviewStrings.ranges;
}

/** The whole state in a few sentences, before all numbers. */
function VerdictCard({ overview, since }: VerdictProps) {
  const { chain_verified_at: verifiedAt } = overview;
  const { tone, sentences } = verdictOf({ ...overview, range: overviewStrings.ranges[since] });
  return (
    <section className="verdict" data-tone={tone} aria-label={overviewStrings.verdict}>
      <p>{sentences.join(' ')}</p>
      {verifiedAt === null ? null : (
        <p className="verdict-note">
          {overviewStrings.verified} <Time iso={verifiedAt} />
        </p>
      )}
    </section>
  );
}

const number = (title: string, count: (row: OverviewAgent) => number): Column<OverviewAgent> => ({
  title,
  look: 'number',
  cell: (row) => formatCount(count(row)),
});

const columns: readonly Column<OverviewAgent>[] = [
  {
    title: titles.agent,
    cell: ({ agent_id: agentId, agent_name: name }) =>
      name === null ? (
        agentStrings.deleted
      ) : (
        <Link to="/agents/$agentId" params={{ agentId }}>
          {name}
        </Link>
      ),
  },
  number(titles.calls, ({ calls }) => calls),
  number(titles.failures, failureCount),
  number(titles.maySent, ({ calls_with: { may_have_been_sent: count = 0 } }) => count),
  number(titles.stopped, ({ calls_with: { stopped: count = 0 } }) => count),
  number(titles.inClear, ({ calls_with: { by_policy: count = 0 } }) => count),
  number(titles.masked, maskedCount),
  {
    title: titles.p50,
    look: 'number',
    cell: ({ p50_latency_ms: ms, replies }) => latencyText(ms, replies),
  },
];
