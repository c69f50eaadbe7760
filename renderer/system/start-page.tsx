import { useQuery } from '@tanstack/react-query';
import type { ApplianceApi } from '../../main/ipc/schema.ts';
import type { AgentPage } from '../../server/contract/agents.ts';
import { api } from '../lib/api.ts';
import { appliance, type SeenAppliance, useAppliance } from '../lib/appliance.ts';
import { guided } from '../lib/strings/appliance.ts';
import { start } from '../lib/strings/system.ts';
import { useSystem } from '../lib/use-system.ts';
import { Answer } from '../ui/answer.tsx';
import { Page } from '../ui/page.tsx';
import { StartStepList } from './start-step-list.tsx';
import './system.css';

interface Counted {
  readonly agents: AgentPage['data'];
  readonly calls: number;
}

/** From an empty installation to the first call; what is done is seen, not claimed. */
export function StartPage() {
  return (
    <Page title={start.title} intro={appliance === undefined ? start.intro : guided.intro}>
      {appliance === undefined ? <Counts /> : <InApp app={appliance} />}
    </Page>
  );
}

/** Where the server is the system's own service, the app can take no step for anyone. */
function InApp({ app }: { readonly app: ApplianceApi }) {
  return (
    <Answer query={useAppliance(app)}>
      {(state) => (state.app.serviceMode ? <Counts /> : <Counts appliance={{ api: app, state }} />)}
    </Answer>
  );
}

function Counts(seen: { readonly appliance?: SeenAppliance }) {
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
    <Answer query={system}>
      {(status) => (
        <Answer query={counted}>
          {({ agents, calls }) => (
            <StartStepList {...seen} status={status} agents={agents} callCount={calls} />
          )}
        </Answer>
      )}
    </Answer>
  );
}
