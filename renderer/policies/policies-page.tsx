import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedPolicy } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { familyOf } from '../lib/kinds.ts';
import { common } from '../lib/strings/common.ts';
import { policies } from '../lib/strings/policies.ts';
import { Answer } from '../ui/answer.tsx';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Kind } from '../ui/kind.tsx';
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
    <Page title={common.pages.policies} intro={policies.intro} actions={<PolicyReload />}>
      <Answer query={query}>
        {({ data }) => {
          const active = data.find((policy) => policy.active);
          return active === undefined ? null : <Active key={active.sha256} policy={active} />;
        }}
      </Answer>
    </Page>
  );
}

function Active({ policy }: { readonly policy: ListedPolicy }) {
  const [changed, change] = useState(policy.policy_yaml);
  return (
    <Tabs
      label={policies.tabs}
      tabs={[
        { value: 'table', label: policies.tab.table, panel: <InForce policy={policy} /> },
        {
          value: 'yaml',
          label: policies.tab.yaml,
          panel: (
            <Copyable
              label={policy.name}
              text={policy.policy_yaml}
              copyText={common.copy}
              copiedText={common.copied}
            />
          ),
        },
        {
          value: 'change',
          label: policies.tab.change,
          panel: <PolicyChange yaml={changed} onChange={change} />,
        },
        {
          value: 'try',
          label: policies.tab.try,
          panel: <PolicyTrial changed={changed === policy.policy_yaml ? undefined : changed} />,
        },
      ]}
    />
  );
}

function InForce({ policy }: { readonly policy: ListedPolicy }) {
  const { columns } = policies;
  return (
    <Card title={policies.active(policy.name)}>
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
              <Rule key={rule.kind} rule={rule} />
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p className="wait">
        {policies.sha} <code>{policy.sha256}</code>
      </p>
    </Card>
  );
}

function Rule({ rule }: { readonly rule: PolicyRule }) {
  const passes = [
    ...(rule.regex ? [policies.passes.regex] : []),
    ...(rule.ner ? [policies.passes.ner] : []),
  ];
  return (
    <tr>
      <td>
        <Kind kind={rule.kind} family={familyOf(rule.kind)} />
      </td>
      <td>{passes.length === 0 ? policies.off : passes.join(', ')}</td>
      <td className="number">{rule.ner ? rule.threshold : ''}</td>
      <td className="nowrap">{policies.actions[rule.action] ?? rule.action}</td>
    </tr>
  );
}
