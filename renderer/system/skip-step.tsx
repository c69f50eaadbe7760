import { guided } from '../lib/strings/appliance.ts';
import { Button } from '../ui/button.tsx';
import type { StartStep } from './start-steps.ts';

interface Props {
  readonly step: StartStep;
  /** Undefined: it is not left out any more. */
  readonly onSkip: (reason: string | undefined) => void;
}

/** Leaves a step out for a reason, or takes it up again. */
export function SkipStep({ step: { name, skipped }, onSkip }: Props) {
  if (skipped !== undefined) {
    return (
      <div className="start-skip">
        <p className="quiet">{guided.skippedBecause(skipped)}</p>
        <Button look="quiet" onClick={() => onSkip(undefined)}>
          {guided.unskip}
        </Button>
      </div>
    );
  }
  return (
    <details className="start-skip">
      <summary>{guided.skip}</summary>
      <div className="page-actions">
        {guided.reasons[name].map((reason) => (
          <Button key={reason} onClick={() => onSkip(reason)}>
            {reason}
          </Button>
        ))}
      </div>
    </details>
  );
}
