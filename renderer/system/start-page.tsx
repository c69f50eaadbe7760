import { useQuery } from '@tanstack/react-query';
import type { ApplianceApi } from '../../main/ipc/schema.ts';
import type { AgentPage } from '../../server/contract/agents.ts';
import { api } from '../lib/api.ts';
import { appliance, type ConnectedAppliance, useAppliance } from '../lib/appliance.ts';
import { guidedStartStrings } from '../lib/strings/appliance.ts';
import { startStrings } from '../lib/strings/system.ts';
import { useSystem } from '../lib/use-system.ts';
import { QueryResult } from '../ui/answer.tsx';
import { Page } from '../ui/page.tsx';
import { StartStepList } from './start-step-list.tsx';
import './system.css';

interface StartCounts {
  readonly agents: AgentPage['data'];
  readonly calls: number;
}

/** From an empty installation to the first call; what is done is seen, not claimed. */
export function StartPage() {
  return (
    <Page title={startStrings.title} intro={appliance === undefined ? startStrings.intro : guidedStartStrings.intro}>
      {appliance === undefined ? <StartProgress /> : <InApp app={appliance} />}
    </Page>
  );
}

/** Where the server is the system's own service, the app can take no step for anyone. */
function InApp({ app }: { readonly app: ApplianceApi }) {
  return (
    <QueryResult query={useAppliance(app)}>
      {(state) => (state.app.serviceMode ? <StartProgress /> : <StartProgress appliance={{ api: app, state }} />)}
    </QueryResult>
  );
}

function StartProgress(seen: { readonly appliance?: ConnectedAppliance }) {
  const system = useSystem();
  const counted = useQuery({
    queryKey: ['start'],
    queryFn: async (): Promise<StartCounts> => {
      const [agents, calls] = await Promise.all([
        api<AgentPage>('/agents', { query: { limit: 25 } }),
        api<{ data: readonly object[] }>('/sessions', { query: { since: '9999d', limit: 1 } }),
      ]);
      return { agents: agents.data, calls: calls.data.length };
    },
    refetchInterval: 5_000,
  });
  return (
    <QueryResult query={system}>
      {(status) => (
        <QueryResult query={counted}>
          {({ agents, calls }) => (
            <StartStepList {...seen} status={status} agents={agents} callCount={calls} />
          )}
        </QueryResult>
      )}
    </QueryResult>
  );
}
