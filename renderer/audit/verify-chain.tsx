import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AuditVerification } from '../../server/contract/audit.ts';
import { api } from '../lib/api.ts';
import { formatDuration } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { auditStrings } from './strings.ts';

const everyMs = 100;

/** Milliseconds since `running` became true; keeps its last value while it is false. */
function useElapsed(running: boolean): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    if (!running) return;
    const begun = performance.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed(performance.now() - begun), everyMs);
    return () => clearInterval(timer);
  }, [running]);
  return elapsed;
}

const verifyStrings = auditStrings.verify;

interface Verified {
  readonly answer: AuditVerification;
  readonly tookMs: number;
}

/** Has the service verify the whole audit log, and explains the result. */
export function VerifyChain({ events }: { readonly events: number }) {
  const client = useQueryClient();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async (): Promise<Verified> => {
      const begun = performance.now();
      const answer = await api<AuditVerification>('/audit/verify', { method: 'POST' });
      return { answer, tookMs: performance.now() - begun };
    },
    // The page then names as many events as were verified.
    onSuccess: () => client.invalidateQueries({ queryKey: ['audit', 'state'] }),
  });
  const elapsed = useElapsed(isPending);
  return (
    <Card title={verifyStrings.title}>
      <p className="quiet">{verifyStrings.intro}</p>
      <div className="page-actions">
        <Button variant="primary" busy={isPending} onClick={() => mutate()}>
          {verifyStrings.button}
        </Button>
      </div>
      {isPending ? <Running events={events} elapsed={elapsed} /> : null}
      <Failure error={error} />
      {data === undefined ? null : <Outcome {...data} />}
    </Card>
  );
}

function Running({ events, elapsed }: { readonly events: number; readonly elapsed: number }) {
  return (
    <div className="audit-running">
      <progress aria-label={verifyStrings.title} />
      <p role="timer">{verifyStrings.running(events, formatDuration(elapsed))}</p>
    </div>
  );
}

function Outcome({ answer, tookMs }: Verified) {
  if (!answer.ok) return <Broken message={answer.message} />;
  return (
    <Notice tone="good">
      <h3>{verifyStrings.ok}</h3>
      <p>{verifyStrings.okMeans(answer.event_count, formatDuration(tookMs))}</p>
      {answer.pruned_count === undefined ? null : (
        <p>{verifyStrings.okPruned(answer.pruned_count)}</p>
      )}
      <p className="quiet">{verifyStrings.okLimit}</p>
    </Notice>
  );
}

function Broken({ message }: { readonly message: string }) {
  const found = parseChainBreak(message);
  return (
    <Notice tone="bad">
      <h3>{found === undefined ? verifyStrings.brokenUnknown : verifyStrings.broken(found.seq)}</h3>
      <p>{auditStrings.rules[found?.rule ?? ''] ?? auditStrings.ruleUnknown(message)}</p>
      {found === undefined ? null : <p>{verifyStrings.before(found.seq)}</p>}
      <h3>{verifyStrings.next}</h3>
      <ol className="audit-steps">
        {verifyStrings.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Copyable label={verifyStrings.commandsLabel} text={verifyStrings.commands} />
    </Notice>
  );
}

/** Where the chain first breaks, from the service's message. */
interface ChainBreak {
  readonly seq: number;
  /** From the closed list in `server/ports/journal.ts`. */
  readonly rule: string;
}

/** Reads `chain broken at seq 12: prev_hash_mismatch`; undefined for any other message. */
export function parseChainBreak(message: string): ChainBreak | undefined {
  const [, seq, rule] = /^chain broken at seq (\d+): ([a-z_]+)$/.exec(message) ?? [];
  return seq === undefined || rule === undefined ? undefined : { seq: Number(seq), rule };
}
