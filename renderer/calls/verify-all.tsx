import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionEvent } from '../../server/contract/sessions.ts';
import { ApiError, api, type PageOf } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { callStrings } from './strings.ts';
import { type EventProof, verifyEvent } from './verify-event.ts';

const timelineStrings = callStrings.detail.timeline;

interface Checked {
  readonly hold: number;
  readonly broken: number;
  /** Came after the call: they are not part of its root. */
  readonly after: number;
}

/** Verifies every event of a call in this browser, as the dialog of one event does. */
export function VerifyAll({ callId }: { readonly callId: string }) {
  const [progress, setProgress] = useState('');
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () =>
      verifyEvents(callId, (done, of) => setProgress(timelineStrings.verifying(done, of))),
  });
  return (
    <>
      <Button busy={isPending} onClick={() => mutate()}>
        {timelineStrings.verifyAll}
      </Button>
      {isPending ? (
        <p className="wait" role="status">
          {progress}
        </p>
      ) : null}
      <Failure error={error} />
      {data === undefined ? null : (
        <Notice tone={data.broken === 0 ? 'good' : 'bad'}>
          {data.broken === 0
            ? timelineStrings.allHold(data.hold, data.after)
            : timelineStrings.notAllHold(data.broken)}
        </Notice>
      )}
    </>
  );
}

async function verifyEvents(
  callId: string,
  onProgress: (done: number, of: number) => void,
): Promise<Checked> {
  const events = await allEvents(callId);
  let [hold, broken, after] = [0, 0, 0];
  for (const [at, { id }] of events.entries()) {
    const proof = await proofOf(callId, id);
    if (proof === undefined) after += 1;
    else {
      const { hashHolds, pathHolds } = await verifyEvent(proof);
      if (hashHolds && pathHolds) hold += 1;
      else broken += 1;
    }
    onProgress(at + 1, events.length);
  }
  return { hold, broken, after };
}

async function allEvents(callId: string): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: PageOf<SessionEvent> = await api(`/sessions/${callId}/events`, {
      query: { limit: 100, cursor },
    });
    events.push(...page.data);
    cursor = page.next_cursor;
  }
  return events;
}

/** Undefined for an event after the call, such as a view: it has no proof. */
async function proofOf(callId: string, eventId: string): Promise<EventProof | undefined> {
  try {
    return await api<EventProof>(`/sessions/${callId}/events/${eventId}/proof`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
