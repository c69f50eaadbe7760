import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AgentDetail, OneAgent } from '../../server/contract/agents.ts';
import { ApiError, api } from '../lib/api.ts';
import { Empty, Notice, QueryResult } from '../ui/feedback.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { Tabs } from '../ui/tabs.tsx';
import { AgentConnect } from './agent-connect.tsx';
import { AgentOverview } from './agent-overview.tsx';
import { AgentSettings } from './agent-settings.tsx';
import { AgentFunctions } from './functions/agent-functions.tsx';
import { agentStrings } from './strings.ts';
import './agents.css';

const agentDetailStrings = agentStrings.detail;
const route = getRouteApi('/agents/$agentId');
/** Milliseconds between reloads of the figures. */
const refreshMs = 15_000;

/** One agent: its figures, how to connect to it, and its settings. */
export function AgentPage() {
  const { agentId } = route.useParams();
  const query = useQuery({
    queryKey: ['agents', 'one', agentId],
    queryFn: () => api<OneAgent>(`/agents/${agentId}`),
    refetchInterval: ({ state }) => (state.error === null ? refreshMs : false),
  });
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <Gone agentId={agentId} />;
  }
  return (
    <Page
      title={query.data?.agent.name ?? commonStrings.pages.agents}
      intro={<Link to="/agents">{agentDetailStrings.back}</Link>}
    >
      <QueryResult query={query}>
        {({ agent }) => <Agent key={agent.id} agent={agent} />}
      </QueryResult>
    </Page>
  );
}

function Agent({ agent }: { readonly agent: AgentDetail }) {
  const [tab, open] = useState('overview');
  return (
    <>
      {agent.policy_problem === undefined ? null : (
        <Notice tone="bad">
          <p>
            <b>{agentDetailStrings.problem}</b> {agent.policy_problem}
          </p>
          <p>{agentDetailStrings.problemNext}</p>
        </Notice>
      )}
      <Tabs
        label={agentDetailStrings.tabs}
        value={tab}
        onChange={open}
        kept={['functions', 'settings']}
        names={agentDetailStrings.tab}
        panels={{
          overview: <AgentOverview agent={agent} />,
          connect: <AgentConnect agent={agent} />,
          functions: <AgentFunctions agent={agent} />,
          settings: <AgentSettings agent={agent} />,
        }}
      />
    </>
  );
}

function Gone({ agentId }: { readonly agentId: string }) {
  const { gone } = agentDetailStrings;
  return (
    <Page
      title={commonStrings.pages.agents}
      intro={<Link to="/agents">{agentDetailStrings.back}</Link>}
    >
      <Empty title={gone.title} text={gone.text}>
        <Link to="/calls" search={{ agent_id: agentId, since: '30d' }}>
          {gone.calls}
        </Link>
      </Empty>
    </Page>
  );
}
