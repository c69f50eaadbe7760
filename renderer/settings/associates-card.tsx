import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type {
  BusinessAssociate,
  BusinessAssociates,
} from '../../server/contract/settings/business-associates.ts';
import { api, conflict, problemAt } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmRequest, Dialog } from '../ui/dialog.tsx';
import { Failure, QueryResult } from '../ui/feedback.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { listOf } from './list-of.ts';
import { settingsStrings } from './strings.ts';
import { useSetting } from './use-setting.ts';

const associateStrings = settingsStrings.associates;
const path = '/settings/business-associates';

type Stored = z.infer<typeof BusinessAssociates>;

const unnamed: BusinessAssociate = {
  name: '',
  role: 'voice_platform',
  upstreams: [],
  agreement: 'unknown',
};

/** Who handles protected health information for the clinic, and under which agreement. */
export function AssociatesCard() {
  const { query, reload } = useSetting<Stored, object>(path);
  const [editing, edit] = useState<BusinessAssociate | 'new'>();
  const [removing, remove] = useState<BusinessAssociate>();
  const [dropping, setDropping] = useState(false);
  return (
    <Card
      title={associateStrings.title}
      aside={<Button onClick={() => edit('new')}>{settingsStrings.add}</Button>}
    >
      <QueryResult query={query}>
        {({ data, source }) => (
          <>
            <p className="hint">
              {source === 'file' ? associateStrings.fromFile : associateStrings.fromPortal}
            </p>
            {source === 'file' ? null : (
              <p>
                <Button onClick={() => setDropping(true)}>{associateStrings.useFile}</Button>
              </p>
            )}
            <Associates data={data} onEdit={edit} onRemove={remove} />
          </>
        )}
      </QueryResult>
      {editing === undefined ? null : (
        <AssociateDialog
          associate={editing === 'new' ? undefined : editing}
          onClose={() => {
            edit(undefined);
            void reload();
          }}
        />
      )}
      {removing === undefined ? null : (
        <ConfirmRequest
          title={`${settingsStrings.remove}: ${removing.name}`}
          button={settingsStrings.remove}
          danger
          text={associateStrings.removeText}
          run={() => replace(removing, [])}
          stale={[[path]]}
          onClose={() => remove(undefined)}
        />
      )}
      {dropping ? (
        <ConfirmRequest
          title={associateStrings.useFile}
          button={associateStrings.useFile}
          text={associateStrings.useFileText}
          run={() => api(path, { method: 'DELETE' })}
          stale={[[path]]}
          onClose={() => setDropping(false)}
        />
      ) : null}
    </Card>
  );
}

/**
 * Puts others in the place of one associate, or at the end without one. The list is read again, and once
 * more where somebody else saves it at the same time.
 */
async function replace(
  old: BusinessAssociate | undefined,
  others: readonly BusinessAssociate[],
): Promise<Stored> {
  const { data: replaces } = await api<Stored>(path);
  const at = replaces.findIndex((each) => old !== undefined && textOf(each) === textOf(old));
  if (old !== undefined && at === -1) throw conflict(associateStrings.changedMeanwhile);
  const data = old === undefined ? [...replaces, ...others] : replaces.toSpliced(at, 1, ...others);
  try {
    return await api<Stored>(path, { method: 'PUT', body: { data, replaces } });
  } catch (error) {
    if (problemAt(error, 'replaces') === undefined) throw error;
    return replace(old, others);
  }
}

const textOf = (associate: BusinessAssociate): string => JSON.stringify(associate);

interface AssociatesProps {
  readonly data: readonly BusinessAssociate[];
  readonly onEdit: (associate: BusinessAssociate) => void;
  readonly onRemove: (associate: BusinessAssociate) => void;
}

function Associates({ data, onEdit, onRemove }: AssociatesProps) {
  if (data.length === 0) return <p>{associateStrings.none}</p>;
  const alike = (row: BusinessAssociate) => data.filter((each) => textOf(each) === textOf(row));
  const { edit, remove, actions } = settingsStrings;
  return (
    <Table
      rows={data}
      rowKey={(row) => `${textOf(row)} ${alike(row).indexOf(row)}`}
      columns={[
        { title: associateStrings.name, cell: ({ name }) => name },
        { title: associateStrings.role, cell: ({ role }) => associateStrings.roles[role] },
        {
          title: associateStrings.agreement,
          cell: ({ agreement }) => associateStrings.agreements[agreement],
        },
        { title: associateStrings.signed, cell: (row) => row.signed_on, look: 'nowrap' },
        { title: associateStrings.expires, cell: (row) => row.expires_on, look: 'nowrap' },
        {
          title: actions,
          hidden: true,
          cell: (row) => (
            <div className="settings-row-actions">
              <Button aria-label={`${edit}: ${row.name}`} onClick={() => onEdit(row)}>
                {edit}
              </Button>
              <Button aria-label={`${remove}: ${row.name}`} onClick={() => onRemove(row)}>
                {remove}
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
}

interface AssociateDialogProps {
  /** Undefined for a new one. */
  readonly associate: BusinessAssociate | undefined;
  readonly onClose: () => void;
}

function AssociateDialog({ associate, onClose }: AssociateDialogProps) {
  const [form, setForm] = useState(associate ?? unnamed);
  const [upstreams, setUpstreams] = useState(form.upstreams.join(', '));
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => replace(associate, [{ ...form, upstreams: listOf(upstreams) }]),
    onSuccess: onClose,
  });
  const set = (name: 'name' | 'signed_on' | 'expires_on' | 'reference') => (value: string) =>
    setForm({ ...form, [name]: value === '' && name !== 'name' ? undefined : value });
  return (
    <Dialog
      title={associate ? associateStrings.editTitle : associateStrings.addTitle}
      onClose={onClose}
    >
      <Form className="settings-form" error={error} onSubmit={mutate}>
        <TextField
          label={associateStrings.name}
          required
          value={form.name}
          onChange={set('name')}
        />
        <SelectField
          label={associateStrings.role}
          value={form.role}
          options={Object.entries(associateStrings.roles)}
          onChange={(role) => setForm({ ...form, role: role as BusinessAssociate['role'] })}
        />
        {form.role === 'model_provider' ? (
          <TextField
            label={associateStrings.upstreams}
            hint={associateStrings.upstreamsHint}
            value={upstreams}
            onChange={setUpstreams}
          />
        ) : null}
        <SelectField
          label={associateStrings.agreement}
          value={form.agreement}
          options={Object.entries(associateStrings.agreements)}
          onChange={(agreement) =>
            setForm({ ...form, agreement: agreement as BusinessAssociate['agreement'] })
          }
        />
        {form.agreement === 'signed' ? (
          <div className="settings-pair">
            <TextField
              label={associateStrings.signed}
              type="date"
              value={form.signed_on ?? ''}
              onChange={set('signed_on')}
            />
            <TextField
              label={associateStrings.expires}
              type="date"
              value={form.expires_on ?? ''}
              onChange={set('expires_on')}
            />
          </div>
        ) : null}
        <TextField
          label={associateStrings.reference}
          value={form.reference ?? ''}
          onChange={set('reference')}
        />
        <Failure error={error} />
        <div className="dialog-foot">
          <Button onClick={onClose}>{settingsStrings.alerts.close}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {settingsStrings.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
