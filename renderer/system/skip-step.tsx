import { guidedStartStrings } from '../lib/strings/appliance.ts';
import { Button } from '../ui/button.tsx';
import type { StartStep } from './start-steps.ts';

interface SkipStepProps {
  readonly step: StartStep;
  /** Undefined: it is not left out any more. */
  readonly onSkip: (reason: string | undefined) => void;
}

/** Leaves a step out for a reason, or takes it up again. */
export function SkipStep({ step: { name, skipped }, onSkip }: SkipStepProps) {
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
