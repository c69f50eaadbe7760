import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type {
  AlertKind,
  AlertRule,
  AlertTest,
  OneAlertRule,
  SetAlertRule,
} from '../../server/contract/settings/alerts.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmRequest, Dialog } from '../ui/dialog.tsx';
import { Badge, Failure, Notice } from '../ui/feedback.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { listOf } from './list-of.ts';
import { settingsStrings } from './strings.ts';

const alertStrings = settingsStrings.alerts;
const alertKinds = Object.keys(alertStrings.kind) as AlertKind[];
const path = '/settings/alerts/rules';

interface AlertRulesProps {
  readonly rules: readonly AlertRule[];
  readonly onChange: () => void;
}

/** Who is alerted about what. */
export function AlertRules({ rules, onChange }: AlertRulesProps) {
  const [editing, edit] = useState<AlertRule | 'new'>();
  const [removing, remove] = useState<AlertRule>();
  const [secret, setSecret] = useState<string>();
  const test = useMutation({
    mutationFn: ({ id }: AlertRule) =>
      api<z.infer<typeof AlertTest>>(`${path}/${id}/test`, { method: 'POST' }),
  });
  return (
    <Card
      title={alertStrings.rules}
      aside={<Button onClick={() => edit('new')}>{settingsStrings.add}</Button>}
    >
      <p className="hint">{alertStrings.hint}</p>
      <TestResult name={test.variables?.name ?? ''} result={test.data} error={test.error} />
      {rules.length === 0 ? (
        <p>{alertStrings.none}</p>
      ) : (
        <RuleTable
          rules={rules}
          testing={test.isPending}
          onTest={test.mutate}
          onEdit={edit}
          onRemove={remove}
        />
      )}
      {editing === undefined ? null : (
        <RuleDialog
          rule={editing === 'new' ? undefined : editing}
          onSaved={(answer) => {
            edit(undefined);
            setSecret(answer.webhook_secret);
            onChange();
          }}
          onClose={() => edit(undefined)}
        />
      )}
      {secret === undefined ? null : (
        <Dialog title={alertStrings.secretTitle} onClose={() => setSecret(undefined)}>
          <p>{alertStrings.secretText}</p>
          <p>
            <code className="settings-secret">{secret}</code>
          </p>
          <div className="dialog-foot">
            <Button onClick={() => setSecret(undefined)}>{alertStrings.close}</Button>
          </div>
        </Dialog>
      )}
      {removing === undefined ? null : (
        <ConfirmRequest
          title={`${settingsStrings.remove}: ${removing.name}`}
          button={settingsStrings.remove}
          danger
          text={alertStrings.removeText}
          run={() => api(`${path}/${removing.id}`, { method: 'DELETE' })}
          stale={[['/settings/alerts']]}
          onClose={() => remove(undefined)}
        />
      )}
    </Card>
  );
}

interface TestResultProps {
  readonly name: string;
  readonly result: z.infer<typeof AlertTest> | undefined;
  readonly error: unknown;
}

function TestResult({ name, result, error }: TestResultProps) {
  if (error !== null) return <Failure error={error} />;
  if (result === undefined) return null;
  return (
    <Notice tone={result.sent ? 'good' : 'bad'}>
      {result.sent
        ? alertStrings.testSent(name)
        : alertStrings.testFailed(name, result.error ?? '')}
    </Notice>
  );
}

interface RuleTableProps extends Pick<AlertRulesProps, 'rules'> {
  readonly testing: boolean;
  readonly onTest: (rule: AlertRule) => void;
  readonly onEdit: (rule: AlertRule) => void;
  readonly onRemove: (rule: AlertRule) => void;
}

function RuleTable({ rules, testing, ...on }: RuleTableProps) {
  const actions = [
    [alertStrings.test, on.onTest],
    [settingsStrings.edit, on.onEdit],
    [settingsStrings.remove, on.onRemove],
  ] as const;
  return (
    <Table
      rows={rules}
      rowKey={({ id }) => id}
      columns={[
        { title: alertStrings.name, cell: ({ name }) => name },
        {
          title: alertStrings.kinds,
          cell: ({ kinds }) => kinds.map((kind) => alertStrings.kind[kind]).join(', '),
        },
        {
          title: alertStrings.to,
          cell: ({ channel }) => (channel.kind === 'email' ? channel.to.join(', ') : channel.url),
        },
        {
          title: alertStrings.state,
          cell: ({ enabled }) => (
            <Badge tone={enabled ? 'good' : 'plain'}>
              {enabled ? alertStrings.on : alertStrings.off}
            </Badge>
          ),
        },
        {
          title: settingsStrings.actions,
          hidden: true,
          cell: (rule) => (
            <div className="settings-row-actions">
              {actions.map(([label, act]) => (
                <Button
                  key={label}
                  aria-label={`${label}: ${rule.name}`}
                  busy={testing && act === on.onTest}
                  onClick={() => act(rule)}
                >
                  {label}
                </Button>
              ))}
            </div>
          ),
        },
      ]}
    />
  );
}

interface RuleDialogProps {
  /** Undefined for a new rule. */
  readonly rule: AlertRule | undefined;
  readonly onSaved: (answer: z.infer<typeof OneAlertRule>) => void;
  readonly onClose: () => void;
}

const newRule = {
  name: '',
  enabled: true,
  kinds: ['may_have_been_sent'] as AlertKind[],
  quiet_minutes: 1,
};

function RuleDialog({ rule, onSaved, onClose }: RuleDialogProps) {
  const { name, enabled, kinds, quiet_minutes } = rule ?? newRule;
  const [form, setForm] = useState({ name, enabled, kinds });
  const [minutes, setMinutes] = useState(String(quiet_minutes));
  const channel = rule?.channel;
  const [by, setBy] = useState<string>(channel?.kind ?? 'email');
  const [to, setTo] = useState(channel?.kind === 'email' ? channel.to.join(', ') : '');
  const [url, setUrl] = useState(channel?.kind === 'webhook' ? channel.url : '');
  const save = useMutation({
    mutationFn: () => {
      const body: SetAlertRule = {
        ...form,
        quiet_minutes: Number(minutes),
        channel: by === 'email' ? { kind: 'email', to: listOf(to) } : { kind: 'webhook', url },
      };
      return rule === undefined
        ? api<z.infer<typeof OneAlertRule>>(path, { method: 'POST', body })
        : api<z.infer<typeof OneAlertRule>>(`${path}/${rule.id}`, { method: 'PUT', body });
    },
    onSuccess: onSaved,
  });
  return (
    <Dialog title={rule ? alertStrings.editTitle : alertStrings.addTitle} onClose={onClose}>
      <Form className="settings-form" error={save.error} onSubmit={() => save.mutate()}>
        <TextField
          path="name"
          required
          label={alertStrings.name}
          value={form.name}
          onChange={(changed) => setForm({ ...form, name: changed })}
        />
        <label>
          <input
            type="checkbox"
            checked={form.enabled}
            onChange={({ target }) => setForm({ ...form, enabled: target.checked })}
          />{' '}
          {alertStrings.on}
        </label>
        <Kinds chosen={form.kinds} onChange={(chosen) => setForm({ ...form, kinds: chosen })} />
        <SelectField
          label={alertStrings.channel}
          value={by}
          options={Object.entries(alertStrings.channels)}
          onChange={setBy}
        />
        {by === 'email' ? (
          <TextField
            label={alertStrings.addresses}
            hint={alertStrings.addressesHint}
            value={to}
            onChange={setTo}
          />
        ) : (
          <TextField label={alertStrings.url} value={url} onChange={setUrl} />
        )}
        <TextField
          label={alertStrings.quiet}
          path="quiet_minutes"
          min={1}
          required
          hint={alertStrings.quietHint}
          type="number"
          value={minutes}
          onChange={setMinutes}
        />
        <Failure error={save.error} />
        <div className="dialog-foot">
          <Button onClick={onClose}>{alertStrings.close}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {settingsStrings.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface KindsProps {
  readonly chosen: readonly AlertKind[];
  readonly onChange: (kinds: AlertKind[]) => void;
}

function Kinds({ chosen, onChange }: KindsProps) {
  return (
    <fieldset className="settings-kinds">
      <legend>{alertStrings.kinds}</legend>
      {alertKinds.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            onChange={({ target }) =>
              onChange(
                alertKinds.filter((each) =>
                  each === kind ? target.checked : chosen.includes(each),
                ),
              )
            }
          />{' '}
          {alertStrings.kind[kind]}
        </label>
      ))}
    </fieldset>
  );
}
