import { useQuery } from '@tanstack/react-query';
import type { SessionEvent } from '../../server/contract/session-events.ts';
import { ApiError, api } from '../lib/api.ts';
import { calls } from '../lib/strings/calls.ts';
import { common } from '../lib/strings/common.ts';
import { type EventProof, verifyEvent } from '../lib/verify-event.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/notice.tsx';
import './calls.css';

const words = calls.detail.proof;

interface Props {
  readonly sessionId: string;
  readonly event: SessionEvent;
  readonly onClose: () => void;
}

/** That an event is part of its call, computed again by this browser and explained. */
export function EventProofDialog({ sessionId, event, onClose }: Props) {
  const query = useQuery({
    queryKey: ['session', sessionId, 'proof', event.id],
    queryFn: async () => {
      const proof = await api<EventProof>(`/sessions/${sessionId}/events/${event.id}/proof`);
      return { proof, verdict: await verifyEvent(proof) };
    },
  });
  return (
    <Dialog title={words.title(event.seq)} wide onClose={onClose}>
      {query.isPending ? <p className="wait">{words.checking}</p> : null}
      {query.isError ? <NoProof error={query.error} /> : null}
      {query.data === undefined ? null : <Proof {...query.data} />}
      <div className="dialog-foot">
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}

function NoProof({ error }: { readonly error: unknown }) {
  const notLeaf = error instanceof ApiError && error.status === 404;
  return notLeaf ? <Notice>{words.notLeaf}</Notice> : <Failure error={error} />;
}

interface ProofProps {
  readonly proof: EventProof;
  readonly verdict: Awaited<ReturnType<typeof verifyEvent>>;
}

function Proof({ proof, verdict }: ProofProps) {
  const good = verdict.hashHolds && verdict.pathHolds;
  return (
    <>
      <Notice tone={good ? 'good' : 'bad'}>{good ? words.verdict.good : words.verdict.bad}</Notice>
      <p>{words.intro}</p>
      <ul className="proof-steps">
        <Step holds={verdict.hashHolds} text={words.hash} />
        <Step holds={verdict.pathHolds} text={words.path(proof.path.length)} />
      </ul>
      <p>
        {words.root} <code className="root">{proof.merkle_root_hex}</code>
      </p>
    </>
  );
}

function Step({ holds, text }: { readonly holds: boolean; readonly text: string }) {
  return (
    <li>
      <Badge tone={holds ? 'good' : 'bad'}>{holds ? words.holds : words.broken}</Badge>
      <span>{text}</span>
    </li>
  );
}
