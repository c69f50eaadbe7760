import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parse } from 'yaml';
import type { ListedPolicy } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { formatLanguage } from '../lib/format.ts';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { QueryResult } from '../ui/feedback.tsx';
import { KindTag } from '../ui/kinds.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { PolicyChange } from './policy-change.tsx';
import { PolicyReload } from './policy-reload.tsx';
import { PolicyTrial } from './policy-trial.tsx';
import { policyStrings } from './strings.ts';

/** One row of the table: how the policy treats a kind. */
interface PolicyRule {
  readonly kind: string;
  readonly regex: boolean;
  readonly ner: boolean;
  readonly threshold: number;
  readonly action: string;
}

interface Document {
  readonly passes?: readonly unknown[];
  readonly languages?: readonly string[];
  readonly other_languages?: string;
  readonly entities?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

/** The rules of a valid policy, with the spec's defaults (spec, Per-entity fields). */
function rulesOf(yaml: string): readonly PolicyRule[] {
  const { passes = [], entities = {} } = parse(yaml) as Document;
  const runs = (pass: string) =>
    passes.some((entry) => entry === pass || (isObject(entry) && pass in entry));
  return Object.entries(entities).map(([kind, rule]) => {
    const on = (field: string) => rule?.[field] !== false && rule?.['enabled'] !== false;
    return {
      kind,
      regex: runs('regex') && on('regex'),
      ner: runs('nermodel') && on('ner'),
      threshold: Number(rule?.['confidence_threshold'] ?? 0.6),
      action: String(rule?.['action'] ?? 'tokenize'),
    };
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

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
          return active === undefined ? null : <ActivePolicy key={active.sha256} policy={active} />;
        }}
      </QueryResult>
    </Page>
  );
}

function ActivePolicy({ policy }: { readonly policy: ListedPolicy }) {
  const [changed, change] = useState(policy.policy_yaml);
  return (
    <Tabs
      label={policyStrings.tabs}
      names={policyStrings.tab}
      panels={{
        table: <PolicyTable policy={policy} />,
        yaml: <Copyable label={policy.name} text={policy.policy_yaml} />,
        change: <PolicyChange yaml={changed} onChange={change} />,
        try: <PolicyTrial changed={changed === policy.policy_yaml ? undefined : changed} />,
      }}
    />
  );
}

const { columns: titles } = policyStrings;
const columns: readonly Column<PolicyRule>[] = [
  { title: titles.kind, cell: ({ kind }) => <KindTag kind={kind} /> },
  { title: titles.looked, cell: passesOf },
  { title: titles.threshold, look: 'number', cell: ({ ner, threshold }) => (ner ? threshold : '') },
  {
    title: titles.action,
    look: 'nowrap',
    cell: ({ action }) => policyStrings.actions[action] ?? action,
  },
];

function PolicyTable({ policy }: { readonly policy: ListedPolicy }) {
  return (
    <Card title={policyStrings.active(policy.name)}>
      <p>{policy.description}</p>
      <p>{languagesOf(policy.policy_yaml)}</p>
      <Table rows={rulesOf(policy.policy_yaml)} rowKey={({ kind }) => kind} columns={columns} />
      <p className="wait">
        {policyStrings.sha} <code>{policy.sha256}</code>
      </p>
    </Card>
  );
}

/** The languages that a valid policy covers, and what happens to others, with its defaults. */
function languagesOf(yaml: string): string {
  const { languages = ['en', 'es'], other_languages: handling = 'mask_all' } = parse(
    yaml,
  ) as Document;
  return policyStrings.languages(languages.map(formatLanguage).join(', '), handling);
}

function passesOf({ regex, ner }: PolicyRule): string {
  const { passes, off } = policyStrings;
  return [...(regex ? [passes.regex] : []), ...(ner ? [passes.ner] : [])].join(', ') || off;
}
