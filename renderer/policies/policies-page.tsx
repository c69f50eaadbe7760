import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedPolicy } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { kindFamily } from '../lib/kinds.ts';
import { commonStrings } from '../lib/strings/common.ts';
import { policyStrings } from '../lib/strings/policies.ts';
import { QueryResult } from '../ui/answer.tsx';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { KindTag } from '../ui/kind.tsx';
import { Page } from '../ui/page.tsx';
import { TableFrame } from '../ui/table-frame.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { PolicyChange } from './policy-change.tsx';
import { PolicyReload } from './policy-reload.tsx';
import { type PolicyRule, rulesOf } from './policy-rules.ts';
import { PolicyTrial } from './policy-trial.tsx';

/** The policy in force, what a change of it would change, and a place to try both. */
export function PoliciesPage() {
  const query = useQuery({
    queryKey: ['policies'],
    queryFn: () => api<{ data: readonly ListedPolicy[] }>('/policies'),
  });
  return (
    <Page title={commonStrings.pages.policies} intro={policyStrings.intro} actions={<PolicyReload />}>
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
      tabs={[
        { value: 'table', label: policyStrings.tab.table, panel: <PolicyTable policy={policy} /> },
        {
          value: 'yaml',
          label: policyStrings.tab.yaml,
          panel: (
            <Copyable
              label={policy.name}
              text={policy.policy_yaml}
              copyText={commonStrings.copy}
              copiedText={commonStrings.copied}
            />
          ),
        },
        {
          value: 'change',
          label: policyStrings.tab.change,
          panel: <PolicyChange yaml={changed} onChange={change} />,
        },
        {
          value: 'try',
          label: policyStrings.tab.try,
          panel: <PolicyTrial changed={changed === policy.policy_yaml ? undefined : changed} />,
        },
      ]}
    />
  );
}

function PolicyTable({ policy }: { readonly policy: ListedPolicy }) {
  const { columns } = policyStrings;
  return (
    <Card title={policyStrings.active(policy.name)}>
      <p>{policy.description}</p>
      <TableFrame>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{columns.kind}</th>
              <th scope="col">{columns.looked}</th>
              <th scope="col" className="number">
                {columns.threshold}
              </th>
              <th scope="col">{columns.action}</th>
            </tr>
          </thead>
          <tbody>
            {rulesOf(policy.policy_yaml).map((rule) => (
              <RuleRow key={rule.kind} rule={rule} />
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p className="wait">
        {policyStrings.sha} <code>{policy.sha256}</code>
      </p>
    </Card>
  );
}

function RuleRow({ rule }: { readonly rule: PolicyRule }) {
  const passes = [
    ...(rule.regex ? [policyStrings.passes.regex] : []),
    ...(rule.ner ? [policyStrings.passes.ner] : []),
  ];
  return (
    <tr>
      <td>
        <KindTag kind={rule.kind} family={kindFamily(rule.kind)} />
      </td>
      <td>{passes.length === 0 ? policyStrings.off : passes.join(', ')}</td>
      <td className="number">{rule.ner ? rule.threshold : ''}</td>
      <td className="nowrap">{policyStrings.actions[rule.action] ?? rule.action}</td>
    </tr>
  );
}
