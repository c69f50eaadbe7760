import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ActivityItem } from '../../server/contract/audit.ts';
import { pagesOf } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import { Empty } from '../ui/feedback.tsx';
import { type Column, PagedTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { type ActivityFilters, activityQuery } from './activity-filters.ts';
import { describeAction, describeDetails } from './describe-activity.ts';
import { activityStrings } from './strings.ts';

const { columns: titles, links } = activityStrings;
const pageSize = 50;

const columnsNow = (): readonly Column<ActivityItem>[] => [
  { title: `${titles.at} (${timeZone()})`, look: 'nowrap', cell: ({ at }) => <Time iso={at} /> },
  { title: titles.person, cell: (item) => <Person item={item} /> },
  { title: titles.what, cell: describeAction },
  { title: titles.about, cell: (item) => <About item={item} /> },
  { title: titles.details, cell: describeDetails },
];

interface Props {
  readonly filters: ActivityFilters;
  /** On the page of the call that the filters name. */
  readonly ofCall?: boolean;
}

/** What people did, newest first, page by page. */
export function ActivityLog({ filters, ofCall = false }: Props) {
  const columns = columnsNow().filter(({ title }) => !ofCall || title !== titles.about);
  const query = { ...activityQuery(filters), limit: pageSize };
  const activity = useInfiniteQuery(pagesOf<ActivityItem>(['activity', query], '/activity', query));
  return (
    <PagedTable
      query={activity}
      rowKey={({ seq }) => String(seq)}
      columns={columns}
      empty={<Empty {...(ofCall ? activityStrings.emptyCall : activityStrings.empty)} />}
    />
  );
}

function Person({ item: { person } }: { readonly item: ActivityItem }): ReactNode {
  if (person === null) return <span className="quiet">{activityStrings.nobody}</span>;
  const { id, login, name } = person;
  return (
    <span title={name}>{login ?? (id.startsWith('usr_') ? id : activityStrings.service)}</span>
  );
}

/** Links to what was looked at or changed. */
function About({ item }: { readonly item: ActivityItem }): ReactNode {
  const { action, session_id: callId, agent_id: agentId } = item;
  if (action.startsWith('mark_')) return <Link to="/review">{links.mark}</Link>;
  if (action.startsWith('policy_')) return <Link to="/policies">{links.policy}</Link>;
  if (action.startsWith('roster_')) return <Link to="/roster">{links.roster}</Link>;
  if (callId !== undefined)
    return (
      <Link to="/calls/$callId" params={{ callId }} title={callId}>
        {links.call} <code>…{callId.slice(-6)}</code>
      </Link>
    );
  if (agentId === undefined || action === 'agent_deleted') return null;
  return (
    <Link to="/agents/$agentId" params={{ agentId }} title={agentId}>
      {links.agent} <code>…{agentId.slice(-6)}</code>
    </Link>
  );
}
