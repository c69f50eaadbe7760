import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parse } from 'yaml';
import type { ListedPolicy } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { formatLanguage } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Notice, QueryResult } from '../ui/feedback.tsx';
import { KindTag } from '../ui/kinds.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { UnsavedChanges } from '../ui/unsaved-changes.tsx';
import { type KindRule, kindRules } from './kind-rules.ts';
import { PolicyChange } from './policy-change.tsx';
import { PolicyCoverage } from './policy-coverage.tsx';
import { PolicyHistory } from './policy-history.tsx';
import { useProposals } from './policy-propose.tsx';
import { PolicyReload } from './policy-reload.tsx';
import { PolicyTrial } from './policy-trial.tsx';
import { PolicyWords } from './policy-words.tsx';
import { policyStrings } from './strings.ts';
import './policies.css';

/** The policy in force, an editor to check changes, and a place to try both. */
export function PoliciesPage() {
  const query = useQuery({
    queryKey: ['policies'],
    queryFn: () => api<{ data: readonly ListedPolicy[] }>('/policies'),
  });
  return (
    <Page
      title={commonStrings.pages.policies}
      intro={policyStrings.intro}
      actions={<PolicyReload />}
    >
      <QueryResult query={query}>
        {({ data }) => {
          const active = data.find((policy) => policy.active);
          return active === undefined ? null : <ActivePolicy policy={active} policies={data} />;
        }}
      </QueryResult>
    </Page>
  );
}

interface Props {
  readonly policy: ListedPolicy;
  readonly policies: readonly ListedPolicy[];
}

function ActivePolicy({ policy, policies }: Props) {
  const [tab, setTab] = useState('table');
  const [edited, edit] = useState({ of: '', yaml: '' });
  // Another policy in force begins the form again.
  const changed = edited.of === policy.sha256 ? edited.yaml : policy.policy_yaml;
  const [proposed, setProposed] = useState('');
  const change = (yaml: string) => edit({ of: policy.sha256, yaml });
  return (
    <>
      <UnsavedChanges dirty={changed !== policy.policy_yaml && changed !== proposed} />
      {tab === 'history' ? null : <Waiting onOpen={() => setTab('history')} />}
      <Tabs
        label={policyStrings.tabs}
        names={policyStrings.tab}
        value={tab}
        onChange={setTab}
        kept={['change', 'try']}
        panels={{
          table: <PolicyTable policy={policy} />,
          coverage: <PolicyCoverage policies={policies} />,
          change: (
            <PolicyChange
              yaml={changed}
              current={policy.policy_yaml}
              onChange={change}
              onPropose={setProposed}
            />
          ),
          history: <PolicyHistory />,
          try: <PolicyTrial changed={changed === policy.policy_yaml ? undefined : changed} />,
        }}
      />
    </>
  );
}

/** How many proposals nobody has decided about. */
function Waiting({ onOpen }: { readonly onOpen: () => void }) {
  const count = useProposals().data?.data.length ?? 0;
  if (count === 0) return null;
  return (
    <Notice tone="warn">
      <p>{policyStrings.waiting(count)}</p>
      <Button onClick={onOpen}>{policyStrings.toHistory}</Button>
    </Notice>
  );
}

const { columns: titles } = policyStrings;
const columns: readonly Column<KindRule>[] = [
  { title: titles.kind, cell: ({ kind }) => <KindTag kind={kind} /> },
  { title: titles.action, cell: ({ action }) => policyStrings.actions[action] ?? action },
  { title: titles.looked, cell: passesOf },
  { title: titles.threshold, look: 'number', cell: ({ ner, threshold }) => (ner ? threshold : '') },
];

function PolicyTable({ policy }: { readonly policy: ListedPolicy }) {
  return (
    <Card title={policyStrings.active(policy.name)}>
      <p>{policy.description}</p>
      <p>{languagesOf(policy.policy_yaml)}</p>
      <Table rows={kindRules(policy.policy_yaml)} rowKey={({ kind }) => kind} columns={columns} />
      <PolicyWords yaml={policy.policy_yaml} />
      <details>
        <summary>{policyStrings.yaml}</summary>
        <Copyable label={policy.name} text={policy.policy_yaml} />
      </details>
      <p className="wait">
        {policyStrings.sha} <code>{policy.sha256}</code>
      </p>
    </Card>
  );
}

/** The languages that a valid policy covers, and what happens to others, with its defaults. */
function languagesOf(yaml: string): string {
  const { languages = ['en', 'es'], other_languages: handling = 'mask_all' } = parse(yaml) as {
    readonly languages?: readonly string[];
    readonly other_languages?: string;
  };
  return policyStrings.languages(languages.map(formatLanguage).join(', '), handling);
}

function passesOf({ action, regex, ner }: KindRule): string {
  const { passes, off } = policyStrings;
  if (action === 'off') return '';
  return [...(regex ? [passes['regex']] : []), ...(ner ? [passes['ner']] : [])].join(', ') || off;
}
