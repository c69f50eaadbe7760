import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AgentPage } from '../../server/contract/agents.ts';
import { api } from '../lib/api.ts';
import { formatCount, formatDay } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty, QueryResult } from '../ui/feedback.tsx';
import { Field } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { agentStrings } from './strings.ts';
import './agents.css';
import { NewAgentLink } from '../ui/new-agent-link.tsx';
import { TableFrame } from '../ui/table.tsx';

/** All agents, newest first. */
export function AgentsPage() {
  const [name, setName] = useState('');
  const query = useInfiniteQuery({
    queryKey: ['agents', 'list', name],
    queryFn: ({ pageParam }) => api<AgentPage>('/agents', { query: { name, cursor: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
  return (
    <Page
      title={commonStrings.pages.agents}
      intro={agentStrings.intro}
      actions={<NewAgentLink variant="primary" />}
    >
      <div className="agent-filter">
        <Field label={agentStrings.filter}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="search"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      </div>
      <QueryResult query={query}>
        {({ pages }) => (
          <AgentTable rows={pages.flatMap(({ data }) => data)} filtered={name !== ''} />
        )}
      </QueryResult>
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {commonStrings.more}
        </Button>
      ) : null}
    </Page>
  );
}

interface TableProps {
  readonly rows: AgentPage['data'];
  readonly filtered: boolean;
}

function AgentTable({ rows, filtered }: TableProps) {
  const { columns } = agentStrings;
  if (rows.length === 0) return <NoAgents filtered={filtered} />;
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.upstream}</th>
            <th scope="col">{columns.policy}</th>
            <th scope="col">{columns.scheme}</th>
            <th scope="col" className="number">
              {columns.sessions}
            </th>
            <th scope="col">{columns.created}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((agent) => (
            <tr key={agent.id}>
              <td>
                <Link to="/agents/$agentId" params={{ agentId: agent.id }}>
                  {agent.name}
                </Link>{' '}
                {agent.policy_problem === undefined ? null : (
                  <Badge tone="bad">{agentStrings.refused}</Badge>
                )}
              </td>
              <td>{agent.upstream}</td>
              <td>{agent.policy_name}</td>
              <td>{agent.tokenization}</td>
              <td className="number">{formatCount(agent.session_count_24h)}</td>
              <td>{formatDay(agent.created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function NoAgents({ filtered }: { readonly filtered: boolean }) {
  const { title, text } = filtered ? agentStrings.noMatch : agentStrings.empty;
  return (
    <Empty title={title}>
      <p>{text}</p>
      {filtered ? null : <NewAgentLink variant="primary" />}
    </Empty>
  );
}
