import type { ReactNode } from 'react';
import { start } from '../lib/strings/system.ts';
import { Badge } from '../ui/badge.tsx';
import { AgentStep, CallStep, KeysStep, TunnelStep, UpstreamStep } from './start-bodies.tsx';
import type { StartStep, StepProps } from './start-steps.ts';

const bodies = {
  keys: KeysStep,
  upstream: UpstreamStep,
  agent: AgentStep,
  tunnel: TunnelStep,
  call: CallStep,
} satisfies Readonly<Record<StartStep['name'], (props: StepProps) => ReactNode>>;

interface Props extends Omit<StepProps, 'done'> {
  readonly step: StartStep;
  readonly number: number;
}

/** One of the first steps: whether it is done, and what to do. */
export function StartStepCard({ step, number, status, agents }: Props) {
  const { name, done, next } = step;
  const Body = bodies[name];
  return (
    <li className="start-step" data-done={done} data-next={next}>
      <span className="start-mark" aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <div className="start-head">
        <h2>{start.steps[name].title}</h2>
        <Badge tone={done ? 'good' : 'plain'}>{done ? start.done : start.open}</Badge>
      </div>
      <div className="start-body">
        <Body done={done} status={status} agents={agents} />
      </div>
    </li>
  );
}
