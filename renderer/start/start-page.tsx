import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApplianceApi } from '../../main/ipc/schema.ts';
import type { AgentPage } from '../../server/contract/agents.ts';
import type { PolicyVersion } from '../../server/contract/policies/versions.ts';
import { api } from '../lib/api.ts';
import { appliance, type ConnectedAppliance, useAppliance } from '../lib/appliance.ts';
import { readSkippedSteps, saveSkippedSteps } from '../lib/first-steps.ts';
import { useSystem } from '../lib/use-system.ts';
import { Notice, QueryResult } from '../ui/feedback.tsx';
import { Page } from '../ui/page.tsx';
import { DemoCard } from './demo-card.tsx';
import { type StartStep, type StepName, type StepProps, startSteps } from './start-steps.ts';
import { StartStepCard } from './step-card.tsx';
import { guidedStartStrings, startStrings } from './strings.ts';
import './start.css';

interface StartStepListProps extends Omit<StepProps, 'done'> {
  readonly callCount: number;
  readonly isPolicyChosen: boolean;
  /** Present in the desktop app's window. */
  readonly appliance?: ConnectedAppliance;
}

/** The first steps, which are done and which is next. */
function StartStepList({ status, agents, appliance, ...counted }: StartStepListProps) {
  const [skipped, setSkipped] = useState(readSkippedSteps);
  const steps = startSteps({
    system: status,
    agentCount: agents.length,
    ...counted,
    ...(appliance === undefined ? {} : { appliance: appliance.state, skipped }),
  });
  const skip = (name: StepName, reason: string | undefined) => {
    const { [name]: _, ...rest } = skipped;
    const next = reason === undefined ? rest : { ...rest, [name]: reason };
    saveSkippedSteps(next);
    setSkipped(next);
  };
  return (
    <>
      <p role="status">{progress(steps)}</p>
      {appliance === undefined || steps.some(({ next }) => next) ? null : <Finished />}
      <ol className="start-steps">
        {steps.map((step, at) => (
          <StartStepCard
            key={step.name}
            step={step}
            number={at + 1}
            status={status}
            agents={agents}
            {...(appliance === undefined
              ? {}
              : { guidance: { appliance, skip: (reason) => skip(step.name, reason) } })}
          />
        ))}
      </ol>
    </>
  );
}

function progress(steps: readonly StartStep[]): string {
  const done = steps.filter((step) => step.done).length;
  const skipped = steps.filter((step) => step.skipped !== undefined).length;
  return skipped === 0
    ? startStrings.progress(done, steps.length)
    : guidedStartStrings.progress(done, skipped, steps.length);
}

function Finished() {
  return (
    <Notice tone="good">
      <p>{guidedStartStrings.finished}</p>
      <Link to="/live">{guidedStartStrings.toLive}</Link>
    </Notice>
  );
}

interface StartCounts {
  readonly agents: AgentPage['data'];
  readonly callCount: number;
  readonly isPolicyChosen: boolean;
}

/** From a new installation to the first call. The page detects which steps are done. */
export function StartPage() {
  return (
    <Page
      title={startStrings.title}
      intro={appliance === undefined ? startStrings.intro : guidedStartStrings.intro}
    >
      <DemoCard />
      {appliance === undefined ? <StartProgress /> : <InApp app={appliance} />}
    </Page>
  );
}

/** With the server as a system service, the app can take no step. */
function InApp({ app }: { readonly app: ApplianceApi }) {
  return (
    <QueryResult query={useAppliance(app)}>
      {(state) =>
        state.app.serviceMode ? (
          <StartProgress />
        ) : (
          <StartProgress appliance={{ api: app, state }} />
        )
      }
    </QueryResult>
  );
}

/** Whether a person put a version of the global policy in force, or the policy file is the clinic's own. */
function wasChosen({ agent_id, author, name, state }: PolicyVersion): boolean {
  const wasInForce = agent_id === null && (state === 'in_force' || state === 'replaced');
  return wasInForce && (author !== null || name !== 'healthcare-default');
}

function StartProgress(seen: { readonly appliance?: ConnectedAppliance }) {
  const system = useSystem();
  const counted = useQuery({
    queryKey: ['start'],
    queryFn: async (): Promise<StartCounts> => {
      const [agents, calls, versions] = await Promise.all([
        api<AgentPage>('/agents', { query: { limit: 25 } }),
        api<{ data: readonly object[] }>('/sessions', { query: { since: '9999d', limit: 1 } }),
        api<{ data: readonly PolicyVersion[] }>('/policies/versions', { query: { limit: 100 } }),
      ]);
      return {
        agents: agents.data,
        callCount: calls.data.length,
        isPolicyChosen: versions.data.some(wasChosen),
      };
    },
    refetchInterval: 5_000,
  });
  return (
    <QueryResult query={system}>
      {(status) => (
        <QueryResult query={counted}>
          {(counts) => <StartStepList {...seen} status={status} {...counts} />}
        </QueryResult>
      )}
    </QueryResult>
  );
}
