import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplianceApi } from '../../main/ipc/schema.ts';
import { useApplianceRefresh } from '../lib/appliance.ts';
import { applianceStrings } from '../lib/strings/appliance.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { Problems } from '../ui/problems.tsx';

const restoreStrings = applianceStrings.keys.restore;

/** Takes the keys back from the lines of a recovery kit; they stay on the page no longer than needed. */
export function RestoreKeys({ api }: { readonly api: ApplianceApi }) {
  const [typed, type] = useState('');
  const refresh = useApplianceRefresh();
  const restoring = useMutation({
    mutationFn: () => api.restoreFromRecoveryKit({ words: typed }),
    onSuccess: async ({ ok }) => {
      if (ok) type('');
      await refresh();
    },
  });
  const outcome = restoring.data;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        restoring.mutate();
      }}
    >
      <h3>{restoreStrings.title}</h3>
      <p className="quiet">{restoreStrings.text}</p>
      <Field label={restoreStrings.label} hint={restoreStrings.hint}>
        {(control) => (
          <textarea
            {...control}
            className="textarea"
            data-code="true"
            rows={4}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => {
              restoring.reset();
              type(target.value);
            }}
          />
        )}
      </Field>
      <Problems problems={outcome?.ok === false ? outcome.problems : []} />
      {restoring.error === null ? null : <Failure error={restoring.error} />}
      <div className="page-actions">
        <Button type="submit" disabled={typed.trim() === ''} busy={restoring.isPending}>
          {restoreStrings.button}
        </Button>
      </div>
    </form>
  );
}
