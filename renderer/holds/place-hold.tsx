import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LegalHoldAnswer } from '../../server/contract/retention.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Badge, Failure } from '../ui/feedback.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { commonStrings } from '../ui/strings.ts';
import { holdStrings } from './strings.ts';

/** The legal holds in force, for those who may see them. */
export function useHolds() {
  return useQuery({
    queryKey: ['audit', 'holds'],
    queryFn: () => api<{ data: readonly LegalHoldAnswer[] }>('/admin/legal-hold'),
    enabled: useRefusal('listLegalHolds') === undefined,
  });
}

/** On the page of a call: places a hold on it, or says that one is in force. */
export function CallHold({ callId }: { readonly callId: string }) {
  const { data } = useHolds();
  if (data === undefined) return null;
  const held = data.data.some(({ session_id: id }) => id === undefined || id === callId);
  return (
    <div className="page-actions">
      {held ? <Badge tone="warn">{holdStrings.held}</Badge> : <PlaceHold callId={callId} />}
    </div>
  );
}

/** A button that asks what to keep, or only for confirmation where `callId` is given. */
export function PlaceHold({ callId }: { readonly callId?: string }) {
  const [asking, ask] = useState(false);
  return (
    <>
      <Button onClick={() => ask(true)}>{holdStrings.ask}</Button>
      {asking ? <HoldDialog callId={callId} onClose={() => ask(false)} /> : null}
    </>
  );
}

interface DialogProps {
  readonly callId: string | undefined;
  readonly onClose: () => void;
}

function HoldDialog({ callId, onClose }: DialogProps) {
  const client = useQueryClient();
  const [scope, setScope] = useState(callId === undefined ? 'all' : 'session');
  const [sessionId, setSessionId] = useState(callId ?? '');
  const { error, isPending, mutate } = useMutation({
    mutationFn: () =>
      api<object>('/admin/legal-hold', {
        method: 'PUT',
        query: { session_id: scope === 'all' ? undefined : sessionId.trim() },
      }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['audit', 'holds'] });
    },
  });
  return (
    <Dialog title={holdStrings.askTitle} onClose={onClose}>
      <Form onSubmit={mutate}>
        <p>{holdStrings.intro}</p>
        {callId === undefined ? (
          <SelectField
            label={holdStrings.scope}
            value={scope}
            options={Object.entries(holdStrings.scopes)}
            onChange={setScope}
          />
        ) : null}
        {scope === 'all' ? null : (
          <TextField
            label={holdStrings.session}
            hint={callId === undefined ? holdStrings.sessionHint : undefined}
            className="mono"
            required
            readOnly={callId !== undefined}
            pattern="\s*sess_[0-9A-Z]{26}\s*"
            placeholder="sess_…"
            value={sessionId}
            onChange={setSessionId}
          />
        )}
        <p className="quiet">{holdStrings.recorded}</p>
        <Failure error={error} />
        <div className="dialog-foot">
          <Button onClick={onClose}>{commonStrings.cancel}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {holdStrings.place}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
