import { useState } from 'react';
import type { z } from 'zod';
import type {
  BusinessAssociate,
  BusinessAssociates,
} from '../../server/contract/settings/business-associates.ts';
import { api } from '../lib/api.ts';
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
type Row = BusinessAssociate & { readonly at: number };

const unnamed: BusinessAssociate = {
  name: '',
  role: 'voice_platform',
  upstreams: [],
  agreement: 'unknown',
};

/** Who handles protected health information for the clinic, and under which agreement. */
export function AssociatesCard() {
  const { query, save } = useSetting<Stored, { readonly data: readonly BusinessAssociate[] }>(path);
  const [editing, edit] = useState<Row>();
  const [dropping, setDropping] = useState(false);
  const list = query.data?.data ?? [];
  const store = (data: readonly BusinessAssociate[]) =>
    save.mutate({ data }, { onSuccess: () => edit(undefined) });
  return (
    <Card
      title={associateStrings.title}
      aside={
        <Button onClick={() => edit({ ...unnamed, at: list.length })}>{settingsStrings.add}</Button>
      }
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
            <Associates
              data={data}
              onEdit={edit}
              onRemove={(at) => store(data.filter((_, each) => each !== at))}
            />
          </>
        )}
      </QueryResult>
      {editing === undefined ? <Failure error={save.error} /> : null}
      {editing === undefined ? null : (
        <AssociateDialog
          row={editing}
          isNew={editing.at === list.length}
          busy={save.isPending}
          error={save.error}
          onSave={(associate) => store(list.toSpliced(editing.at, 1, associate))}
          onClose={() => edit(undefined)}
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

interface AssociatesProps {
  readonly data: readonly BusinessAssociate[];
  readonly onEdit: (row: Row) => void;
  readonly onRemove: (at: number) => void;
}

function Associates({ data, onEdit, onRemove }: AssociatesProps) {
  if (data.length === 0) return <p>{associateStrings.none}</p>;
  const rows: readonly Row[] = data.map((associate, at) => ({ ...associate, at }));
  const { edit, remove, actions } = settingsStrings;
  return (
    <Table
      rows={rows}
      rowKey={({ at }) => String(at)}
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
              <Button aria-label={`${remove}: ${row.name}`} onClick={() => onRemove(row.at)}>
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
  readonly row: Row;
  readonly isNew: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSave: (associate: BusinessAssociate) => void;
  readonly onClose: () => void;
}

function AssociateDialog({ row, isNew, busy, error, onSave, onClose }: AssociateDialogProps) {
  const { at: _, ...associate } = row;
  const [form, setForm] = useState<BusinessAssociate>(associate);
  const [upstreams, setUpstreams] = useState(associate.upstreams.join(', '));
  const set = (name: 'name' | 'signed_on' | 'expires_on' | 'reference') => (value: string) =>
    setForm({ ...form, [name]: value === '' && name !== 'name' ? undefined : value });
  return (
    <Dialog
      title={isNew ? associateStrings.addTitle : associateStrings.editTitle}
      onClose={onClose}
    >
      <Form
        className="settings-form"
        error={error}
        onSubmit={() => onSave({ ...form, upstreams: listOf(upstreams) })}
      >
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
          <Button type="submit" variant="primary" busy={busy}>
            {settingsStrings.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
