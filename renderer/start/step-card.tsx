import type { ReactNode } from 'react';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { Button } from '../ui/button.tsx';
import {
  GuidedAgentStep,
  GuidedKeysStep,
  GuidedTunnelStep,
  GuidedUpstreamStep,
} from './guided-step-bodies.tsx';
import { PolicyStep } from './policy-step.tsx';
import type { GuidedStepProps, StartStep, StepName, StepProps } from './start-steps.ts';
import { AgentStep, CallStep, KeysStep, TunnelStep, UpstreamStep } from './step-bodies.tsx';
import { guidedStartStrings, startStrings } from './strings.ts';

interface SkipStepProps {
  readonly step: StartStep;
  /** Undefined: do not skip it. */
  readonly onSkip: (reason: string | undefined) => void;
}

/** Skips a step for a reason, or takes it up again. */
function SkipStep({ step: { name, skipped }, onSkip }: SkipStepProps) {
  if (skipped !== undefined) {
    return (
      <div className="start-skip">
        <p className="quiet">{guidedStartStrings.skippedBecause(skipped)}</p>
        <Button variant="quiet" onClick={() => onSkip(undefined)}>
          {guidedStartStrings.unskip}
        </Button>
      </div>
    );
  }
  return (
    <details className="start-skip">
      <summary>{guidedStartStrings.skip}</summary>
      <div className="page-actions">
        {guidedStartStrings.reasons[name].map((reason) => (
          <Button key={reason} onClick={() => onSkip(reason)}>
            {reason}
          </Button>
        ))}
      </div>
    </details>
  );
}

const bodies = {
  keys: KeysStep,
  policy: PolicyStep,
  upstream: UpstreamStep,
  agent: AgentStep,
  tunnel: TunnelStep,
  call: CallStep,
} satisfies Readonly<Record<StepName, (props: StepProps) => ReactNode>>;

const guidedBodies = {
  keys: GuidedKeysStep,
  policy: PolicyStep,
  upstream: GuidedUpstreamStep,
  agent: GuidedAgentStep,
  tunnel: GuidedTunnelStep,
  call: CallStep,
} satisfies Readonly<Record<StepName, (props: GuidedStepProps) => ReactNode>>;

interface Props extends Omit<StepProps, 'done'> {
  readonly step: StartStep;
  readonly number: number;
  /** In the desktop app, which takes steps itself and lets the user skip them. */
  readonly guidance?: {
    readonly appliance: ConnectedAppliance;
    /** Undefined: do not skip it. */
    readonly skip: (reason: string | undefined) => void;
  };
}

/** One of the first steps: its state, and what to do. */
export function StartStepCard({ step, number, guidance, ...facts }: Props) {
  const { name, done, next, skipped } = step;
  const [Body, GuidedBody] = [bodies[name], guidedBodies[name]];
  return (
    <li className="start-step" data-done={done} data-next={next}>
      <span className="start-mark" aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <div className="start-head">
        <h2>{(guidance && guidedStartStrings.titles[name]) ?? startStrings.steps[name].title}</h2>
        <span className={skipped === undefined ? 'visually-hidden' : 'quiet'}>{stateOf(step)}</span>
      </div>
      <div className="start-body">
        {guidance === undefined ? (
          <Body done={done} {...facts} />
        ) : (
          <>
            {done || skipped !== undefined ? null : (
              <p className="quiet">{guidedStartStrings.steps[name].needs}</p>
            )}
            {skipped === undefined ? (
              <GuidedBody done={done} {...facts} appliance={guidance.appliance} />
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
