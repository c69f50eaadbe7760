import { useQuery } from '@tanstack/react-query';
import type { SessionEvent } from '../../server/contract/sessions.ts';
import { ApiError, api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Badge, Failure, Notice } from '../ui/feedback.tsx';
import { commonStrings } from '../ui/strings.ts';
import { callStrings } from './strings.ts';
import { type EventProof, verifyEvent } from './verify-event.ts';
import './calls.css';

const proofStrings = callStrings.detail.proof;

interface Props {
  readonly callId: string;
  readonly event: SessionEvent;
  readonly onClose: () => void;
}

/** Proves that an event is part of its call: this browser computes the hashes again. */
export function EventProofDialog({ callId, event, onClose }: Props) {
  const query = useQuery({
    queryKey: ['session', callId, 'proof', event.id],
    queryFn: async () => {
      const proof = await api<EventProof>(`/sessions/${callId}/events/${event.id}/proof`);
      return { proof, verdict: await verifyEvent(proof) };
    },
  });
  return (
    <Dialog title={proofStrings.title(event.seq)} wide onClose={onClose}>
      {query.isPending ? <p className="wait">{proofStrings.checking}</p> : null}
      {query.isError ? <NoProof error={query.error} /> : null}
      {query.data === undefined ? null : <Proof {...query.data} />}
      <div className="dialog-foot">
        <Button onClick={onClose}>{commonStrings.close}</Button>
      </div>
    </Dialog>
  );
}

function NoProof({ error }: { readonly error: unknown }) {
  const notLeaf = error instanceof ApiError && error.status === 404;
  return notLeaf ? <Notice>{proofStrings.notLeaf}</Notice> : <Failure error={error} />;
}

interface ProofProps {
  readonly proof: EventProof;
  readonly verdict: Awaited<ReturnType<typeof verifyEvent>>;
}

function Proof({ proof, verdict }: ProofProps) {
  const good = verdict.hashHolds && verdict.pathHolds;
  return (
    <>
      <Notice tone={good ? 'good' : 'bad'}>
        {good ? proofStrings.verdict.good : proofStrings.verdict.bad}
      </Notice>
      <p>{proofStrings.intro}</p>
      <ul className="proof-steps">
        <Step holds={verdict.hashHolds} text={proofStrings.hash} />
        <Step holds={verdict.pathHolds} text={proofStrings.path(proof.path.length)} />
      </ul>
      <p>
        {proofStrings.root} <code className="root">{proof.merkle_root_hex}</code>
      </p>
    </>
  );
}

function Step({ holds, text }: { readonly holds: boolean; readonly text: string }) {
  return (
    <li>
      <Badge tone={holds ? 'good' : 'bad'}>
        {holds ? proofStrings.holds : proofStrings.broken}
      </Badge>
      <span>{text}</span>
    </li>
  );
}
