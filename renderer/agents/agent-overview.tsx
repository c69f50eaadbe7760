import { Link } from '@tanstack/react-router';
import type { AgentDetail } from '../../server/contract/agents.ts';
import { formatCount, formatMoment } from '../lib/format.ts';
import { Card, Facts } from '../ui/card.tsx';
import { AgentActivity } from './agent-activity.tsx';
import { agentStrings } from './strings.ts';
import { TestCall } from './test-call.tsx';

const agentDetailStrings = agentStrings.detail;

/** Figures, test call and facts of an agent. */
export function AgentOverview({ agent }: { readonly agent: AgentDetail }) {
  const { facts } = agentDetailStrings;
  return (
    <div className="agent-panel">
      <Stats agent={agent} />
      <AgentActivity agentId={agent.id} />
      <div className="columns">
        <TestCall agentId={agent.id} />
        <Card title={facts.title}>
          <Facts
            rows={[
              [facts.upstream, agent.upstream],
              [facts.policy, facts.policyVersion(agent.policy_name, agent.policy_version)],
              [facts.scheme, agent.tokenization],
              [facts.guidance, agent.token_guidance ? facts.guidanceYes : facts.guidanceNo],
              [facts.created, formatMoment(agent.created_at)],
              [facts.id, <code key="id">{agent.id}</code>],
            ]}
          />
          <Link to="/calls" search={{ agent_id: agent.id, since: '30d' }}>
            {agentDetailStrings.stats.calls}
          </Link>
        </Card>
      </div>
    </div>
  );
}

function Stats({ agent: { stats } }: { readonly agent: AgentDetail }) {
  const names = agentDetailStrings.stats;
  const latency = (ms: number) =>
    stats.session_count_24h === 0 ? names.none : agentDetailStrings.activity.ms(ms);
  return (
    <section aria-label={names.title}>
      <dl className="stats">
        <Stat name={names.sessions24h} value={formatCount(stats.session_count_24h)} />
        <Stat name={names.sessions7d} value={formatCount(stats.session_count_7d)} />
        <Stat name={names.redactions24h} value={formatCount(stats.redaction_count_24h)} />
        <Stat name={names.p50} value={latency(stats.p50_latency_ms)} />
        <Stat name={names.p95} value={latency(stats.p95_latency_ms)} />
      </dl>
    </section>
  );
}

function Stat({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="stat">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
