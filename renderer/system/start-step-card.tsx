import type { ReactNode } from 'react';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { guidedStartStrings } from '../lib/strings/appliance.ts';
import { startStrings } from '../lib/strings/system.ts';
import { Badge } from '../ui/badge.tsx';
import {
  GuidedAgentStep,
  GuidedKeysStep,
  GuidedTunnelStep,
  GuidedUpstreamStep,
} from './guided-bodies.tsx';
import { SkipStep } from './skip-step.tsx';
import { AgentStep, CallStep, KeysStep, TunnelStep, UpstreamStep } from './start-bodies.tsx';
import type { GuidedStepProps, StartStep, StepName, StepProps } from './start-steps.ts';

const bodies = {
  keys: KeysStep,
  upstream: UpstreamStep,
  agent: AgentStep,
  tunnel: TunnelStep,
  call: CallStep,
} satisfies Readonly<Record<StepName, (props: StepProps) => ReactNode>>;

const guidedBodies = {
  keys: GuidedKeysStep,
  upstream: GuidedUpstreamStep,
  agent: GuidedAgentStep,
  tunnel: GuidedTunnelStep,
  call: CallStep,
} satisfies Readonly<Record<StepName, (props: GuidedStepProps) => ReactNode>>;

interface Props extends Omit<StepProps, 'done'> {
  readonly step: StartStep;
  readonly number: number;
  /** What the desktop app adds: it takes steps itself, and steps can be left out. */
  readonly guidance?: {
    readonly appliance: ConnectedAppliance;
    /** Undefined: it is not left out any more. */
    readonly skip: (reason: string | undefined) => void;
  };
}

/** One of the first steps: whether it is done, and what to do. */
export function StartStepCard({ step, number, guidance, ...facts }: Props) {
  const { name, done, next, skipped } = step;
  return (
    <li className="start-step" data-done={done} data-next={next}>
      <span className="start-mark" aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <div className="start-head">
        <h2>{(guidance && guidedStartStrings.titles[name]) ?? startStrings.steps[name].title}</h2>
        <Badge tone={done ? 'good' : 'plain'}>{stateOf(step)}</Badge>
      </div>
      <div className="start-body">
        {guidance === undefined ? (
          <Body name={name} done={done} {...facts} />
        ) : (
          <>
            {done || skipped !== undefined ? null : (
              <p className="quiet">{guidedStartStrings.steps[name].needs}</p>
            )}
            {skipped === undefined ? (
              <GuidedBody name={name} done={done} {...facts} appliance={guidance.appliance} />
            ) : null}
            {done ? null : <SkipStep step={step} onSkip={guidance.skip} />}
          </>
        )}
      </div>
    </li>
  );
}

function stateOf({ done, skipped }: StartStep): string {
  if (done) return startStrings.done;
  return skipped === undefined ? startStrings.open : guidedStartStrings.skipped;
}

function Body({ name, ...props }: StepProps & { readonly name: StepName }) {
  const Step = bodies[name];
  return <Step {...props} />;
}

function GuidedBody({ name, ...props }: GuidedStepProps & { readonly name: StepName }) {
  const Step = guidedBodies[name];
  return <Step {...props} />;
}
