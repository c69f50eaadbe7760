import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ActivityItem } from '../../server/contract/audit.ts';
import { pagesOf } from '../lib/api.ts';
import { formatMoment, timeZone } from '../lib/format.ts';
import { Empty } from '../ui/feedback.tsx';
import { kindName } from '../ui/kind-names.ts';
import { type Column, PagedTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { type ActivityFilters, activityQuery } from './activity-filters.ts';
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

const actionNames: Readonly<Record<string, string>> = Object.assign(
  {},
  activityStrings.functions,
  ...Object.values(activityStrings.groups).map(({ actions }) => actions),
);

/** A moment of an event, in ISO 8601. */
const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const spaced = (name: string): string => name.replaceAll('_', ' ');

/** What somebody did, in words; a kind of event without words keeps its name. */
export function describeAction({ action }: Pick<ActivityItem, 'action'>): string {
  return actionNames[action] ?? spaced(action);
}

/** The details that mean something to a reader; digests and ids are in the audit log. */
export function describeDetails({ details, user }: Pick<ActivityItem, 'details' | 'user'>): string {
  const shown = Object.entries({ ...details, user: user?.login }).flatMap(([name, value]) => {
    const label = activityStrings.fields[name];
    return label === undefined || value === undefined ? [] : [`${label}: ${wordsOf(name, value)}`];
  });
  return shown.join(' · ');
}

function wordsOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => spaced(String(each))).join(', ');
  const known = activityStrings.values[name]?.[String(value)];
  if (known !== undefined) return known;
  if (isMoment.test(String(value))) return formatMoment(String(value));
  if (name === 'entity_kind') return kindName(String(value));
  return name === 'note' || name === 'user' ? String(value) : spaced(String(value));
}
