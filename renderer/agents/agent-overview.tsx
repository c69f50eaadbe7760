import { Link } from '@tanstack/react-router';
import type { AgentDetail } from '../../server/contract/agents.ts';
import { exposureStrings } from '../exposure/strings.ts';
import { CallFigures } from '../figures/call-figures.tsx';
import { formatMoment } from '../lib/format.ts';
import { Card, Facts } from '../ui/card.tsx';
import { Badge } from '../ui/feedback.tsx';
import { tokenNames } from '../ui/strings.ts';
import { agentStrings } from './strings.ts';
import { TestCall } from './test-call.tsx';

const agentDetailStrings = agentStrings.detail;

/** Figures, test call and facts of an agent. */
export function AgentOverview({ agent }: { readonly agent: AgentDetail }) {
  const { facts } = agentDetailStrings;
  return (
    <div className="agent-panel">
      <CallFigures agentId={agent.id} />
      <div className="columns">
        <TestCall agentId={agent.id} />
        <Card
          title={facts.title}
          aside={agent.checks_names ? null : <Badge tone="warn">{exposureStrings.unchecked}</Badge>}
        >
          <Facts
            rows={[
              [facts.upstream, agent.upstream],
              [facts.policy, facts.policyVersion(agent.policy_name, agent.policy_version)],
              [facts.scheme, tokenNames[agent.tokenization]],
              [facts.guidance, agent.token_guidance ? facts.guidanceYes : facts.guidanceNo],
              [facts.created, formatMoment(agent.created_at)],
              [facts.id, <code key="id">{agent.id}</code>],
            ]}
          />
          <Link to="/calls" search={{ agent_id: agent.id, since: '30d' }}>
            {facts.calls}
          </Link>
        </Card>
      </div>
    </div>
  );
}
