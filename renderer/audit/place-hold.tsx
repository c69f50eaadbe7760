import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { auditStrings } from '../lib/strings/audit.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

const placeHoldStrings = auditStrings.holds;

/** Places a hold on everything, or on one call. */
export function PlaceHold() {
  const client = useQueryClient();
  const [scope, setScope] = useState('all');
  const [sessionId, setSessionId] = useState('');
  const { error, isPending, mutate } = useMutation({
    mutationFn: () =>
      api<object>('/admin/legal-hold', {
        method: 'PUT',
        query: { session_id: scope === 'all' ? undefined : sessionId.trim() },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['audit', 'holds'] }),
  });
  return (
    <form
      className="audit-hold"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Field label={placeHoldStrings.scope}>
        {(control) => (
          <Select
            control={control}
            value={scope}
            options={Object.entries(placeHoldStrings.scopes)}
            onChange={setScope}
          />
        )}
      </Field>
      {scope === 'all' ? null : <SessionField value={sessionId} onChange={setSessionId} />}
      <Button type="submit" variant="primary" busy={isPending}>
        {placeHoldStrings.place}
      </Button>
      {error === null ? null : <Failure error={error} />}
    </form>
  );
}

interface SessionProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SessionField({ value, onChange }: SessionProps) {
  return (
    <Field label={placeHoldStrings.session} hint={placeHoldStrings.sessionHint}>
      {(control) => (
        <input
          {...control}
          className="input mono"
          required
          pattern="\s*sess_[0-9A-Z]{26}\s*"
          placeholder="sess_…"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
