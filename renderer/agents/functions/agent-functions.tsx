import { useState } from 'react';
import type { AgentDetail } from '../../../server/contract/agents.ts';
import type { FunctionTool } from '../../../server/contract/function-tools.ts';
import { api } from '../../lib/api.ts';
import { useRefusal } from '../../lib/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmRequest } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/feedback.tsx';
import { Table } from '../../ui/table.tsx';
import { FailureMessageCard } from './failure-message-card.tsx';
import { type EditedFunction, FunctionDialog } from './function-dialog.tsx';
import { draftOf, emptyFunction, isPlatformAction, transferFunction } from './function-draft.ts';
import { SecretOf } from './secret-of.tsx';
import { functionStrings } from './strings.ts';
import { TranscriptCard } from './transcript-card.tsx';
import { TryFunction } from './try-function.tsx';
import './functions.css';

interface AgentProps {
  readonly agent: AgentDetail;
}

/** What an agent can do in a call, what it says when its model fails, and where its transcripts go. */
export function AgentFunctions({ agent }: AgentProps) {
  const refusal = useRefusal('updateAgent');
  return (
    <div className="agent-panel">
      {refusal === undefined ? null : <Notice>{refusal}</Notice>}
      <FunctionsCard agent={agent} allowed={refusal === undefined} />
      <SecretCard agent={agent} />
      <FailureMessageCard agent={agent} allowed={refusal === undefined} />
      <TranscriptCard agent={agent} allowed={refusal === undefined} />
    </div>
  );
}

function FunctionsCard({ agent, allowed }: AgentProps & { readonly allowed: boolean }) {
  const [edited, edit] = useState<EditedFunction>();
  const [tried, tryOut] = useState<FunctionTool>();
  const [leaving, remove] = useState<FunctionTool>();
  const tools = agent.tools ?? [];
  return (
    <Card
      title={functionStrings.title}
      aside={
        <div className="function-actions">
          <Button disabled={!allowed} onClick={() => edit({ draft: transferFunction })}>
            {functionStrings.addTransfer}
          </Button>
          <Button disabled={!allowed} onClick={() => edit({ draft: emptyFunction })}>
            {functionStrings.add}
          </Button>
        </div>
      }
    >
      <p>{functionStrings.intro}</p>
      {tools.length === 0 ? (
        <p className="wait">{functionStrings.none}</p>
      ) : (
        <FunctionTable
          tools={tools}
          allowed={allowed}
          onTry={tryOut}
          onEdit={(tool) => edit({ draft: draftOf(tool), before: tool })}
          onRemove={remove}
        />
      )}
      {edited === undefined ? null : (
        <FunctionDialog agent={agent} edited={edited} onClose={() => edit(undefined)} />
      )}
      {tried === undefined ? null : (
        <TryFunction agentId={agent.id} tool={tried} onClose={() => tryOut(undefined)} />
      )}
      {leaving === undefined ? null : (
        <ConfirmRequest
          title={functionStrings.removal.title(leaving.function.name)}
          button={functionStrings.remove}
          danger
          text={functionStrings.removal.text}
          run={() =>
            api(`/agents/${agent.id}`, {
              method: 'PATCH',
              body: { tools: tools.filter((tool) => tool !== leaving) },
            })
          }
          stale={[['agents']]}
          onClose={() => remove(undefined)}
        />
      )}
    </Card>
  );
}

interface TableProps {
  readonly tools: readonly FunctionTool[];
  readonly allowed: boolean;
  readonly onTry: (tool: FunctionTool) => void;
  readonly onEdit: (tool: FunctionTool) => void;
  readonly onRemove: (tool: FunctionTool) => void;
}

const { columns } = functionStrings;

function FunctionTable({ tools, allowed, ...on }: TableProps) {
  const actionsOf = ({ endpoint }: FunctionTool) => [
    ...(endpoint === undefined ? [] : ([[functionStrings.tryIt, on.onTry]] as const)),
    ...([
      [functionStrings.edit, on.onEdit],
      [functionStrings.remove, on.onRemove],
    ] as const),
  ];
  return (
    <Table
      rows={tools}
      rowKey={({ function: { name } }) => name}
      columns={[
        {
          title: columns.name,
          cell: ({ function: { name, description } }) => (
            <span className="function-name">
              <code>{name}</code>
              <span className="hint">{description}</span>
            </span>
          ),
        },
        {
          title: columns.runs,
          cell: (tool) => <span className="function-url">{whereOf(tool)}</span>,
        },
        {
          title: columns.actions,
          hidden: true,
          cell: (tool) => (
            <div className="function-actions">
              {actionsOf(tool).map(([label, act]) => (
                <Button
                  key={label}
                  disabled={!allowed}
                  aria-label={`${label}: ${tool.function.name}`}
                  onClick={() => act(tool)}
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

function whereOf({ function: { name }, endpoint }: FunctionTool): string {
  if (isPlatformAction(name)) return functionStrings.byPlatform;
  if (endpoint === undefined) return functionStrings.byPlatform;
  return endpoint.over_http ? functionStrings.onAll(endpoint.url) : endpoint.url;
}

function SecretCard({ agent }: AgentProps) {
  const { secret } = functionStrings;
  return (
    <Card title={secret.title}>
      <p>{secret.text}</p>
      <SecretOf
        operation="getFunctionSecret"
        path={`/agents/${agent.id}/functions/secret`}
        strings={secret}
      />
    </Card>
  );
}
