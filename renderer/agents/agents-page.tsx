import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AgentPage } from '../../server/contract/agents.ts';
import { pagesOf } from '../lib/api.ts';
import { formatCount, formatDay } from '../lib/format.ts';
import { Badge, Empty } from '../ui/feedback.tsx';
import { NewAgentLink } from '../ui/links.tsx';
import { Page } from '../ui/page.tsx';
import { RestingField } from '../ui/resting-field.tsx';
import { commonStrings, tokenNames } from '../ui/strings.ts';
import { type Column, PagedTable } from '../ui/table.tsx';
import { nameFromSearch } from './agent-filter.ts';
import { agentStrings } from './strings.ts';
import './agents.css';

const { columns: titles } = agentStrings;
type ListedAgent = AgentPage['data'][number];

const columns: readonly Column<ListedAgent>[] = [
  { title: titles.name, cell: (agent) => <AgentName agent={agent} /> },
  { title: titles.upstream, cell: ({ upstream }) => upstream },
  { title: titles.policy, cell: (agent) => agent.policy_name },
  { title: titles.scheme, cell: ({ tokenization }) => tokenNames[tokenization] },
  {
    title: titles.sessions,
    look: 'number',
    cell: (agent) => formatCount(agent.session_count_24h),
  },
  { title: titles.created, cell: (agent) => formatDay(agent.created_at) },
];

const route = getRouteApi('/agents');

/** All agents, newest first. */
export function AgentsPage() {
  const { name = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery({
    ...pagesOf<ListedAgent>(['agents', 'list', name], '/agents', { name }),
    placeholderData: (before) => before,
  });
  return (
    <Page
      title={commonStrings.pages.agents}
      intro={agentStrings.intro}
      actions={<NewAgentLink variant="primary" />}
    >
      <div className="agent-filter">
        <RestingField
          label={agentStrings.filter}
          value={name}
          onChange={(text) =>
            void navigate({ search: nameFromSearch({ name: text }), replace: true })
          }
        />
      </div>
      <PagedTable
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<NoAgents filtered={name !== ''} />}
      />
    </Page>
  );
}

function AgentName({ agent }: { readonly agent: ListedAgent }) {
  return (
    <>
      <Link className="name" to="/agents/$agentId" params={{ agentId: agent.id }}>
        {agent.name}
      </Link>{' '}
      {agent.policy_problem === undefined ? null : <Badge tone="bad">{agentStrings.refused}</Badge>}
    </>
  );
}

function NoAgents({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <Empty {...agentStrings.noMatch} />;
  return (
    <Empty {...agentStrings.empty}>
      <NewAgentLink variant="primary" />
    </Empty>
  );
}
