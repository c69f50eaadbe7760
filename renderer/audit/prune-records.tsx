import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RetentionRunAnswer } from '../../server/contract/retention.ts';
import { api } from '../lib/api.ts';
import { formatDay } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { auditStrings } from './strings.ts';

const retentionStrings = auditStrings.retention;

/** Previews pruning, and prunes after the user confirms. */
export function PruneRecords() {
  const client = useQueryClient();
  const [clock, confirmClock] = useState(false);
  const [asking, ask] = useState(false);
  const running = useMutation({
    mutationFn: (dryRun: boolean) =>
      api<RetentionRunAnswer>('/admin/retention/run', {
        method: 'POST',
        body: { dry_run: dryRun, clock_confirmed: clock },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['audit'] }),
    onSettled: () => ask(false),
  });
  const outcome = running.data?.outcome;
  return (
    <>
      {running.data === undefined ? null : <Outcome run={running.data} />}
      <Failure error={running.error} />
      {clock || outcome?.startsWith('clock') ? (
        <ClockBox checked={clock} onChange={confirmClock} />
      ) : null}
      <div className="page-actions">
        <Button busy={running.isPending} onClick={() => running.mutate(true)}>
          {retentionStrings.check}
        </Button>
        <Button variant="danger" disabled={outcome !== 'due'} onClick={() => ask(true)}>
          {retentionStrings.run}
        </Button>
      </div>
      {asking ? (
        <ConfirmDialog
          title={retentionStrings.confirm.title}
          button={retentionStrings.confirm.button}
          danger
          busy={running.isPending}
          error={null}
          onConfirm={() => running.mutate(false)}
          onClose={() => ask(false)}
        >
          {running.data === undefined ? null : <p>{describePruneRun(running.data).join(' ')}</p>}
          <p>{retentionStrings.confirm.text}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Outcome({ run }: { readonly run: RetentionRunAnswer }) {
  const refused = run.outcome.startsWith('clock') || run.outcome === 'due';
  return (
    <Notice tone={refused ? 'warn' : 'good'}>
      {describePruneRun(run).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

interface ClockProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function ClockBox({ checked, onChange }: ClockProps) {
  const id = useId();
  return (
    <div className="audit-clock">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>
        {retentionStrings.clock}. <span className="quiet">{retentionStrings.clockHint}</span>
      </label>
    </div>
  );
}

/** The outcome of a pruning run in one or two sentences; the second names the events, if any. */
export function describePruneRun(run: RetentionRunAnswer): readonly string[] {
  const { outcome, first_seq: first, last_seq: last } = run;
  if (outcome !== 'due' && outcome !== 'pruned') return [retentionStrings[outcome]];
  const what = retentionStrings.outcomes[outcome](run.record_count, run.session_count);
  return first === undefined || last === undefined
    ? [what]
    : [what, retentionStrings.range(first, last, formatDay(run.cutoff))];
}
