import { useQuery } from '@tanstack/react-query';
import type { AgentPage } from '../../server/contract/agents.ts';
import type { SystemStatus } from '../../server/contract/system.ts';
import { api } from '../lib/api.ts';
import { start } from '../lib/strings/system.ts';
import { useSystem } from '../lib/use-system.ts';
import { Answer } from '../ui/answer.tsx';
import { Page } from '../ui/page.tsx';
import { StartStepCard } from './start-step-card.tsx';
import { startSteps } from './start-steps.ts';
import './system.css';

interface Counted {
  readonly agents: AgentPage['data'];
  readonly calls: number;
}

/** From an empty installation to the first call; what is done is seen, not claimed. */
export function StartPage() {
  const system = useSystem();
  const counted = useQuery({
    queryKey: ['start'],
    queryFn: async (): Promise<Counted> => {
      const [agents, calls] = await Promise.all([
        api<AgentPage>('/agents', { query: { limit: 25 } }),
        api<{ data: readonly object[] }>('/sessions', { query: { since: '9999d', limit: 1 } }),
      ]);
      return { agents: agents.data, calls: calls.data.length };
    },
    refetchInterval: 5_000,
  });
  return (
    <Page title={start.title} intro={start.intro}>
      <Answer query={system}>
        {(status) => (
          <Answer query={counted}>{(found) => <Steps status={status} found={found} />}</Answer>
        )}
      </Answer>
    </Page>
  );
}

function Steps({ status, found }: { readonly status: SystemStatus; readonly found: Counted }) {
  const steps = startSteps({
    system: status,
    agentCount: found.agents.length,
    callCount: found.calls,
  });
  const done = steps.filter((step) => step.done).length;
  return (
    <>
      <p role="status">{start.progress(done, steps.length)}</p>
      <ol className="start-steps">
        {steps.map((step, at) => (
          <StartStepCard
            key={step.name}
            step={step}
            number={at + 1}
            status={status}
            agents={found.agents}
          />
        ))}
      </ol>
    </>
  );
}
