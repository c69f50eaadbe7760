import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplianceApi } from '../../main/ipc/schema.ts';
import { type ConnectedAppliance, useApplianceRefresh } from '../lib/appliance.ts';
import { AppAction, SaveRecoveryKit } from '../ui/app-actions.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Badge, Failure, Notice, Problems } from '../ui/feedback.tsx';
import { Field, Form } from '../ui/field.tsx';
import { applianceStrings } from './strings.ts';

const restoreStrings = applianceStrings.keys.restore;

/** Restores the keys from the lines of a recovery kit; the page clears them after success. */
function RestoreKeys({ api }: { readonly api: ApplianceApi }) {
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
    <Form onSubmit={restoring.mutate}>
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
      <Failure error={restoring.error} />
      <div className="page-actions">
        <Button type="submit" disabled={typed.trim() === ''} busy={restoring.isPending}>
          {restoreStrings.button}
        </Button>
      </div>
    </Form>
  );
}

const keyStrings = applianceStrings.keys;

/** Where the keys are stored, and how to recover them. */
export function KeysCard({ api, state }: ConnectedAppliance) {
  const { custody, backend, recoveryKitMadeAt: madeAt, problem } = state.keys;
  const { serviceMode } = state.app;
  return (
    <Card
      title={keyStrings.title}
      aside={
        <Badge tone={problem === null ? 'good' : 'bad'}>
          {problem === null ? keyStrings.kept : keyStrings.unreadable}
        </Badge>
      }
    >
      {problem === null ? null : <Notice tone="bad">{problem.message}</Notice>}
      {madeAt === null && problem === null && !serviceMode ? (
        <Notice tone="warn">{keyStrings.noKitText}</Notice>
      ) : null}
      <Facts
        rows={[
          [keyStrings.custody, custody],
          [keyStrings.backend, backend === null ? null : <code key="backend">{backend}</code>],
          [keyStrings.kit, madeAt === null ? keyStrings.noKit : keyStrings.kitMade(madeAt)],
        ]}
      />
      <div className="page-actions">
        <SaveRecoveryKit api={api} state={state} />
        <AppAction
          label={keyStrings.rotate}
          prevented={serviceMode ? applianceStrings.managedBySystem : undefined}
          confirm={{ title: keyStrings.rotateTitle, text: <p>{keyStrings.rotateText}</p> }}
          run={() => api.rotateKey()}
          done={({ kid }) => keyStrings.rotated(kid)}
        />
      </div>
      <KeyRecovery api={api} state={state} />
    </Card>
  );
}

/** The app accepts a kit only if the keys cannot be read. */
function KeyRecovery({ api, state }: ConnectedAppliance) {
  if (state.app.serviceMode) return <p className="quiet">{applianceStrings.managedBySystem}</p>;
  if (state.keys.recoveryKitMadeAt === null) return null;
  if (state.keys.problem === null) return <p className="quiet">{keyStrings.restore.notNow}</p>;
  return <RestoreKeys api={api} />;
}
