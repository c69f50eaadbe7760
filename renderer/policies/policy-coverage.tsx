import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  PolicyCoverage as Coverage,
  CoveredPolicy,
} from '../../server/contract/policies/coverage.ts';
import type { ListedPolicy } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Badge, Failure, Notice, QueryResult } from '../ui/feedback.tsx';
import { commonStrings } from '../ui/strings.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Difference } from './policy-change.tsx';
import { ProposePolicy } from './policy-propose.tsx';
import { policyStrings } from './strings.ts';

const coverageStrings = policyStrings.coverage;

/** The shipped policy that covers all that detection can. */
const strictName = 'healthcare-strict';

type Row = CoveredPolicy['rows'][number];

const gapsOf = ({ rows }: CoveredPolicy) => rows.filter(({ gaps }) => gaps.length > 0).length;

/** The 18 Safe Harbor identifiers under each policy, and the agents that use it. */
export function PolicyCoverage({ policies }: { readonly policies: readonly ListedPolicy[] }) {
  const query = useQuery({
    queryKey: ['policies', 'coverage'],
    queryFn: () => api<Coverage>('/policies/coverage'),
  });
  const strict = policies.find(({ name, active }) => name === strictName && !active);
  return (
    <div className="policy-stack">
      <p>{coverageStrings.intro}</p>
      <QueryResult query={query}>
        {({ data }) => (
          <>
            <Agents policies={data} strict={strict} />
            {data.map((policy) => (
              <Policy key={policy.sha256} policy={policy} strict={strict} />
            ))}
          </>
        )}
      </QueryResult>
    </div>
  );
}

type AgentRow = CoveredPolicy['agents'][number] & {
  readonly policy: CoveredPolicy;
};

interface AgentsProps {
  readonly policies: readonly CoveredPolicy[];
  readonly strict: ListedPolicy | undefined;
}

function Agents({ policies, strict }: AgentsProps) {
  const rows = policies.flatMap((policy) => policy.agents.map((agent) => ({ ...agent, policy })));
  const columns: readonly Column<AgentRow>[] = [
    {
      title: coverageStrings.columns.agent,
      cell: ({ id, name }) => (
        <Link to="/agents/$agentId" params={{ agentId: id }}>
          {name}
        </Link>
      ),
    },
    {
      title: coverageStrings.columns.gaps,
      cell: ({ policy, patterns_only: unchecked }) => (
        <>
          <Gaps policy={policy} />{' '}
          {unchecked ? <Badge tone="warn">{coverageStrings.unchecked}</Badge> : null}
        </>
      ),
    },
    { title: coverageStrings.columns.policy, cell: ({ policy }) => policy.name },
    {
      title: coverageStrings.columns.act,
      hidden: true,
      cell: ({ id, name, policy }) =>
        strict !== undefined && gapsOf(policy) > 0 ? <UseStrict id={id} name={name} /> : null,
    },
  ];
  return (
    <Card title={coverageStrings.agents}>
      {rows.length === 0 ? (
        <p>{coverageStrings.noAgents}</p>
      ) : (
        <Table rows={rows} rowKey={({ id }) => id} columns={columns} />
      )}
    </Card>
  );
}

function Gaps({ policy }: { readonly policy: CoveredPolicy }) {
  const gaps = gapsOf(policy);
  return <Badge tone={gaps === 0 ? 'good' : 'warn'}>{coverageStrings.gaps(gaps)}</Badge>;
}

/** Gives an agent the strict policy as its own. */
function UseStrict({ id, name }: Pick<AgentRow, 'id' | 'name'>) {
  const refusal = useRefusal('updateAgent');
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => api(`/agents/${id}`, { method: 'PATCH', body: { policy_name: strictName } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['policies'] }),
        client.invalidateQueries({ queryKey: ['agents'] }),
      ]),
  });
  return (
    <>
      <Button
        busy={isPending}
        disabled={refusal !== undefined}
        title={refusal}
        aria-label={coverageStrings.useFor(strictName, name)}
        onClick={() => mutate()}
      >
        {coverageStrings.use(strictName)}
      </Button>
      <Failure error={error} />
    </>
  );
}

const rowColumns: readonly Column<Row>[] = [
  {
    title: coverageStrings.columns.identifier,
    cell: ({ key, category }) => `(${key.slice(0, 1)}) ${category}`,
  },
  {
    title: coverageStrings.columns.level,
    look: 'nowrap',
    cell: ({ level, gaps }) => (
      <Badge tone={gaps.length > 0 ? 'warn' : level === 'full' ? 'good' : 'plain'}>
        {coverageStrings.levels[level]}
      </Badge>
    ),
  },
  {
    title: coverageStrings.columns.why,
    cell: ({ gaps, key }) => gaps.join('; ') || coverageStrings.notes[key],
  },
];

interface PolicyProps {
  readonly policy: CoveredPolicy;
  readonly strict: ListedPolicy | undefined;
}

function Policy({ policy, strict }: PolicyProps) {
  const { name, source, rows } = policy;
  return (
    <Card title={coverageStrings.title(name, source)} aside={<Gaps policy={policy} />}>
      {source === 'global' && strict !== undefined && gapsOf(policy) > 0 ? (
        <ProposeStrict strict={strict} />
      ) : null}
      <details open={source === 'global'}>
        <summary>{coverageStrings.identifiers}</summary>
        <Table rows={rows} rowKey={({ key }) => key} columns={rowColumns} />
      </details>
    </Card>
  );
}

/** Proposes the strict policy as the global one, once somebody said why. */
function ProposeStrict({ strict }: { readonly strict: ListedPolicy }) {
  const [asks, ask] = useState(false);
  return (
    <Notice tone="warn">
      <p>{coverageStrings.warning}</p>
      <Button onClick={() => ask(true)}>{coverageStrings.propose(strictName)}</Button>
      {asks ? <ProposalDialog strict={strict} onClose={() => ask(false)} /> : null}
    </Notice>
  );
}

interface ProposalProps {
  readonly strict: ListedPolicy;
  readonly onClose: () => void;
}

/** What the strict policy would change, and the reason to propose it. */
function ProposalDialog({ strict, onClose }: ProposalProps) {
  return (
    <Dialog title={coverageStrings.propose(strictName)} wide onClose={onClose}>
      <Difference yaml={strict.policy_yaml} />
      <ProposePolicy yaml={strict.policy_yaml} />
      <div className="dialog-foot">
        <Button onClick={onClose}>{commonStrings.close}</Button>
      </div>
    </Dialog>
  );
}
