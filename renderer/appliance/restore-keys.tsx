import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplianceApi } from '../../main/ipc/schema.ts';
import { useApplianceRefresh } from '../lib/appliance.ts';
import { appliance } from '../lib/strings/appliance.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { Problems } from '../ui/problems.tsx';

const words = appliance.keys.restore;

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
      <h3>{words.title}</h3>
      <p className="quiet">{words.text}</p>
      <Field label={words.label} hint={words.hint}>
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
          {words.button}
        </Button>
      </div>
    </form>
  );
}
