import { useMutation } from '@tanstack/react-query';
import type { AuditVerification } from '../../server/contract/audit.ts';
import { api } from '../lib/api.ts';
import { formatDuration } from '../lib/format.ts';
import { audit } from '../lib/strings/audit.ts';
import { common } from '../lib/strings/common.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import { chainBreakOf } from './chain-break.ts';
import { useElapsed } from './use-elapsed.ts';

const words = audit.verify;

interface Verified {
  readonly answer: AuditVerification;
  readonly tookMs: number;
}

/** Has the whole journal read again, and says in words what came of it. */
export function VerifyChain({ events }: { readonly events: number }) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async (): Promise<Verified> => {
      const begun = performance.now();
      const answer = await api<AuditVerification>('/audit/verify', { method: 'POST' });
      return { answer, tookMs: performance.now() - begun };
    },
  });
  const elapsed = useElapsed(isPending);
  return (
    <Card title={words.title}>
      <p className="quiet">{words.intro}</p>
      <div className="page-actions">
        <Button look="primary" busy={isPending} onClick={() => mutate()}>
          {words.button}
        </Button>
      </div>
      {isPending ? <Running events={events} elapsed={elapsed} /> : null}
      {error === null ? null : <Failure error={error} />}
      {data === undefined ? null : <Outcome {...data} />}
    </Card>
  );
}

function Running({ events, elapsed }: { readonly events: number; readonly elapsed: number }) {
  return (
    <div className="audit-running">
      <progress aria-label={words.title} />
      <p role="timer">{words.running(events, formatDuration(elapsed))}</p>
    </div>
  );
}

function Outcome({ answer, tookMs }: Verified) {
  if (!answer.ok) return <Broken message={answer.message} />;
  return (
    <Notice tone="good">
      <h3>{words.ok}</h3>
      <p>{words.okMeans(answer.event_count, formatDuration(tookMs))}</p>
      {answer.pruned_count === undefined ? null : <p>{words.okPruned(answer.pruned_count)}</p>}
      <p className="quiet">{words.okLimit}</p>
    </Notice>
  );
}

function Broken({ message }: { readonly message: string }) {
  const found = chainBreakOf(message);
  return (
    <Notice tone="bad">
      <h3>{found === undefined ? words.brokenUnknown : words.broken(found.seq)}</h3>
      <p>{audit.rules[found?.rule ?? ''] ?? audit.ruleUnknown(message)}</p>
      {found === undefined ? null : <p>{words.before(found.seq)}</p>}
      <h3>{words.next}</h3>
      <ol className="audit-steps">
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Copyable
        label={words.commandsLabel}
        text={words.commands}
        copyText={common.copy}
        copiedText={common.copied}
      />
    </Notice>
  );
}
