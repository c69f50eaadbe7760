import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PageOf } from '../lib/api.ts';
import { useSettingChanges } from '../lib/setting-changes.ts';
import { AppAction, RestartService, SaveRecoveryKit, TunnelActions } from '../ui/app-actions.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { ConfirmDialog, ConfirmRequest, Dialog } from '../ui/dialog.tsx';
import { CodeEditor } from '../ui/editor/code-editor.tsx';
import { PolicyEditor } from '../ui/editor/policy-editor.tsx';
import {
  Badge,
  Empty,
  Failure,
  Notice,
  Problems,
  QueryResult,
  Reasons,
  Waiting,
} from '../ui/feedback.tsx';
import { CheckField, Field, Form, Select, SelectField, TextField } from '../ui/field.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { KeysStored } from '../ui/keys-stored.tsx';
import { kindNames } from '../ui/kind-names.ts';
import { KindBars, KindLine, KindTag } from '../ui/kinds.tsx';
import { ApiDocsLink, NewAgentLink } from '../ui/links.tsx';
import { Page, Refused } from '../ui/page.tsx';
import { RestingField } from '../ui/resting-field.tsx';
import { SettingFields } from '../ui/setting-fields.tsx';
import { Cells, type Column, HeadCells, PagedTable, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';
import { SaveRow, UnsavedChanges } from '../ui/unsaved-changes.tsx';
import * as samples from './samples.ts';

const tones = ['plain', 'good', 'warn', 'bad'] as const;
const icons: readonly IconName[] = [
  'overview',
  'live',
  'calls',
  'agents',
  'policies',
  'review',
  'roster',
  'reports',
  'audit',
  'settings',
  'system',
  'appliance',
  'more',
  'good',
  'warn',
  'bad',
  'download',
  'show',
];

type Row = (typeof samples.rows)[number];

const columns: readonly Column<Row>[] = [
  { title: 'Agent', cell: ({ name }) => name },
  { title: 'State', cell: ({ state }) => <Badge>{state}</Badge> },
  { title: 'Calls', look: 'number', cell: ({ calls }) => calls },
  { title: 'Open', hidden: true, cell: () => <Button>Open</Button> },
];

const connected = { api: samples.refusingApp, state: samples.state };
const never = () => new Promise<never>(() => undefined);
const nothing = () => undefined;

/** A value that a control changes. */
function Held<T>({
  first,
  children,
}: {
  readonly first: T;
  readonly children: (value: T, change: (value: T) => void) => ReactNode;
}) {
  const [value, change] = useState(first);
  return children(value, change);
}

/** A button that opens a dialog. */
function Opens({ children }: { readonly children: (close: () => void) => ReactNode }) {
  return (
    <Held first={false}>
      {(isOpen, open) => (
        <>
          <Button onClick={() => open(true)}>Open</Button>
          {isOpen ? children(() => open(false)) : null}
        </>
      )}
    </Held>
  );
}

function Queries() {
  const asked = { queryKey: ['parts', 'asked'], queryFn: never };
  const refused = {
    queryKey: ['parts', 'refused'],
    queryFn: () => Promise.reject(samples.refusal),
  };
  const answered = { queryKey: ['parts', 'answered'], queryFn: async () => 'An answer' };
  return [useQuery<string>(asked), useQuery<string>(refused), useQuery(answered)].map(
    (query, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a query is its place
      <QueryResult key={at} query={query}>
        {(data) => <p>{data}</p>}
      </QueryResult>
    ),
  );
}

function Paged({ rows }: { readonly rows: readonly Row[] }) {
  const query = useInfiniteQuery({
    queryKey: ['parts', 'rows', rows.length],
    queryFn: async (): Promise<PageOf<Row>> => ({ data: [...rows], next_cursor: 'more' }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => (rows.length === 0 ? null : next),
  });
  const empty = <Empty title="No agents" text="Make one." />;
  return <PagedTable query={query} columns={columns} rowKey={({ id }) => id} empty={empty} />;
}

function Settings() {
  const changes = useSettingChanges(samples.refusingApp, samples.settings);
  return <SettingFields settings={samples.settings} changes={changes} />;
}

function Saves({ fails }: { readonly fails: boolean }) {
  const save = useMutation({
    mutationFn: async () => {
      if (fails) throw samples.refusal;
    },
  });
  return (
    <Form error={save.error} onSubmit={save.mutate}>
      <SaveRow
        dirty={false}
        save={save}
        strings={{ save: fails ? 'Save, which fails' : 'Save', saved: 'Saved.' }}
      />
    </Form>
  );
}

const field = { label: 'Name', hint: 'As callers hear it.' };
const confirm = { title: 'Delete the agent?', button: 'Delete', danger: true } as const;

/** Every part of `ui` by its name, in its states. */
export const parts: Readonly<Record<string, () => ReactNode>> = {
  Button: () => (
    <div className="page-actions">
      {(['plain', 'primary', 'danger', 'quiet'] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button icon="download">With an icon</Button>
      <Button busy>Busy</Button>
      <Button disabled>Disabled</Button>
      <Button variant="primary" disabled>
        Primary, disabled
      </Button>
    </div>
  ),
  Icon: () => (
    <div className="page-actions">
      {icons.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </div>
  ),
  Badge: () => (
    <div className="page-actions">
      {(['quiet', ...tones] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </div>
  ),
  Notice: () =>
    tones.map((tone) => (
      <Notice key={tone} tone={tone}>
        A {tone} notice.
      </Notice>
    )),
  Empty: () => (
    <Empty title="No calls" text="Connect an agent to see calls here.">
      <Button>Connect</Button>
    </Empty>
  ),
  Failure: () => (
    <>
      <Failure error={samples.refusal} onRetry={nothing} />
      <Failure error={new Error('unknown')} />
    </>
  ),
  Problems: () => <Problems problems={samples.problems} nameOf={() => 'Port'} />,
  Reasons: () => <Reasons reasons={['The disk is full.', 'The journal has a gap.']} />,
  Waiting: () =>
    [0, 1].map((failureCount) => <Waiting key={failureCount} query={{ failureCount }} />),
  QueryResult: () => <Queries />,
  Card: () => (
    <Card title="A card" aside={<Button>Beside the title</Button>}>
      <p>Its text.</p>
    </Card>
  ),
  Facts: () => (
    <Facts
      rows={[
        ['Agent', 'Front desk'],
        ['Policy', 'healthcare-default'],
        ['Left out', null],
      ]}
    />
  ),
  Copyable: () => (
    <Copyable label="an address" text="https://proxy.clinic.example/proxy/agt_1/v1" />
  ),
  KindTag: () => (
    <div className="page-actions">
      {Object.keys(kindNames).map((kind) => (
        <KindTag key={kind} kind={kind} />
      ))}
    </div>
  ),
  KindBars: () => <KindBars counts={samples.counts} />,
  KindLine: () => <KindLine counts={samples.counts} />,
  Time: () => (
    <>
      <Time iso={samples.at} /> <Time iso={samples.at} clock />
    </>
  ),
  Form: () => (
    <Form error={samples.refusal} onSubmit={nothing}>
      <TextField label="Port" path="mail_server.port" value="70000" onChange={nothing} />
    </Form>
  ),
  Field: () => (
    <>
      <Field {...field}>{(control) => <input {...control} className="input" />}</Field>
      <Field {...field} problem="Another agent has this name.">
        {(control) => <input {...control} className="input" />}
      </Field>
    </>
  ),
  TextField: () => (
    <Held first="Front desk">
      {(value, change) => (
        <>
          <TextField {...field} value={value} onChange={change} />
          <TextField {...field} value={value} disabled onChange={change} />
          <TextField {...field} type="password" value={value} onChange={change} />
        </>
      )}
    </Held>
  ),
  CheckField: () => (
    <Held first="on">
      {(value, change) => (
        <CheckField
          label="It may be sent twice"
          hint="A request that failed is sent again."
          checked={value === 'on'}
          onChange={(checked) => change(checked ? 'on' : '')}
        />
      )}
    </Held>
  ),
  Select: () => (
    <Field label="Show">
      {(control) => (
        <Held first="open">
          {(value, change) => (
            <Select control={control} value={value} options={samples.options} onChange={change} />
          )}
        </Held>
      )}
    </Field>
  ),
  SelectField: () => (
    <Held first="open">
      {(value, change) => (
        <SelectField {...field} value={value} options={samples.options} onChange={change} />
      )}
    </Held>
  ),
  RestingField: () => (
    <Held first="">
      {(value, change) => (
        <>
          <RestingField label="Find" hint="Name or id" value={value} onChange={change} />
          <RestingField label="From" type="date" value={value} onChange={change} />
        </>
      )}
    </Held>
  ),
  Table: () => <Table columns={columns} rows={samples.rows} rowKey={({ id }) => id} />,
  HeadCells: () => (
    <table className="table">
      <thead>
        <tr>
          <HeadCells columns={columns} />
        </tr>
      </thead>
    </table>
  ),
  Cells: () => (
    <table className="table">
      <tbody>
        <tr>
          <Cells columns={columns} row={samples.rows[0]} />
        </tr>
      </tbody>
    </table>
  ),
  PagedTable: () => (
    <>
      <Paged rows={samples.rows} />
      <Paged rows={[]} />
    </>
  ),
  Tabs: () => (
    <Tabs
      label="Views"
      names={{ one: 'Conversation', two: 'Timeline', three: 'Access' }}
      panels={{ one: <p>The first panel.</p>, two: <p>The second.</p>, three: <p>The third.</p> }}
    />
  ),
  Dialog: () => (
    <Opens>
      {(close) => (
        <Dialog title="A dialog" onClose={close}>
          <p>Its text.</p>
          <div className="dialog-foot">
            <Button onClick={close}>Close</Button>
          </div>
        </Dialog>
      )}
    </Opens>
  ),
  ConfirmDialog: () => (
    <Opens>
      {(close) => (
        <ConfirmDialog
          {...confirm}
          busy={false}
          error={samples.refusal}
          onConfirm={close}
          onClose={close}
        >
          <p>Its calls stay on record.</p>
        </ConfirmDialog>
      )}
    </Opens>
  ),
  ConfirmRequest: () => (
    <Opens>
      {(close) => (
        <ConfirmRequest
          {...confirm}
          text="Its calls stay on record."
          run={async () => undefined}
          stale={[]}
          onClose={close}
        />
      )}
    </Opens>
  ),
  CodeEditor: () => (
    <Field label="Text">
      {(control) => (
        <Held first={samples.policyYaml}>
          {(value, change) => (
            <CodeEditor
              control={control}
              value={value}
              problems={[{ line: 4, message: 'is not a field' }]}
              onChange={change}
            />
          )}
        </Held>
      )}
    </Field>
  ),
  PolicyEditor: () => (
    <Held first={samples.policyYaml}>
      {(yaml, change) => <PolicyEditor label="Policy" yaml={yaml} onChange={change} />}
    </Held>
  ),
  SettingFields: () => <Settings />,
  SaveRow: () => [false, true].map((fails) => <Saves key={String(fails)} fails={fails} />),
  UnsavedChanges: () => (
    <>
      <p>Asks before somebody leaves a page; nothing until then.</p>
      <UnsavedChanges dirty={false} />
    </>
  ),
  KeysStored: () => (
    <>
      <KeysStored keys_stored={null} />
      <KeysStored keys_stored={{ at: samples.at, by: 'owner@clinic.example' }} />
    </>
  ),
  NewAgentLink: () => (
    <div className="page-actions">
      <NewAgentLink />
      <NewAgentLink variant="primary" />
    </div>
  ),
  ApiDocsLink: () => <ApiDocsLink />,
  Page: () => (
    <Page title="A page" intro="What it is about." actions={<Button>An action</Button>}>
      <p>Its text.</p>
    </Page>
  ),
  Refused: () => <Refused reason="Only account admins and IT can do this." />,
  AppAction: () => (
    <>
      <AppAction label="Do it" run={async () => ({ ok: true as const })} done={() => 'Done.'} />
      <AppAction label="Not now" prevented="The system manages it." run={never} />
    </>
  ),
  TunnelActions: () => <TunnelActions {...connected} />,
  SaveRecoveryKit: () => <SaveRecoveryKit {...connected} variant="primary" />,
  RestartService: () => <RestartService {...connected} />,
};
