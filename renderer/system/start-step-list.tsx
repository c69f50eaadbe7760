import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConnectedAppliance } from '../lib/appliance.ts';
import { saveSkippedSteps, readSkippedSteps } from '../lib/skipped-steps.ts';
import { guidedStartStrings } from '../lib/strings/appliance.ts';
import { startStrings } from '../lib/strings/system.ts';
import { Notice } from '../ui/notice.tsx';
import { StartStepCard } from './start-step-card.tsx';
import { type StartStep, type StepName, type StepProps, startSteps } from './start-steps.ts';

interface StartStepListProps extends Omit<StepProps, 'done'> {
  readonly callCount: number;
  /** Present in the window of the desktop app. */
  readonly appliance?: ConnectedAppliance;
}

/** The first steps, what is done of them and which is next. */
export function StartStepList({ status, agents, callCount, appliance }: StartStepListProps) {
  const [skipped, setSkipped] = useState(readSkippedSteps);
  const steps = startSteps({
    system: status,
    agentCount: agents.length,
    callCount,
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
