import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  BearerToken,
  BearerTokenPage,
  CreatedBearerToken,
} from '../../server/contract/bearer-tokens.ts';
import { api } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { ConfirmRequest, Dialog } from '../ui/dialog.tsx';
import { Failure, QueryResult } from '../ui/feedback.tsx';
import { TextField } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { agentStrings } from './strings.ts';

const tokenStrings = agentStrings.detail.tokens;
const { columns, made, ask } = tokenStrings;
/** An agent’s tokens fit on one page. */
const pageSize = 100;

const tokensKey = (agentId: string) => ['agents', 'tokens', agentId];

interface BearerTokensProps {
  readonly agentId: string;
}

/** The access tokens of an agent: everyone sees them, admins and IT create and revoke them. */
export function BearerTokens({ agentId }: BearerTokensProps) {
  const query = useQuery({
    queryKey: tokensKey(agentId),
    queryFn: () =>
      api<BearerTokenPage>(`/agents/${agentId}/tokens`, { query: { limit: pageSize } }),
  });
  return (
    <Card title={tokenStrings.title}>
      <p>{tokenStrings.intro}</p>
      <QueryResult query={query}>
        {({ data }) => <TokenTable agentId={agentId} tokens={data} />}
      </QueryResult>
      <CreateToken agentId={agentId} />
    </Card>
  );
}

function CreateToken({ agentId }: BearerTokensProps) {
  const refusal = useRefusal('createBearerToken');
  const client = useQueryClient();
  const [name, setName] = useState('');
  const making = useMutation({
    mutationFn: (asked: string) =>
      api<CreatedBearerToken>(`/agents/${agentId}/tokens`, {
        method: 'POST',
        body: asked.trim() === '' ? {} : { name: asked },
      }),
    onSuccess: (_, asked) => {
      setName((now) => (now === asked ? '' : now));
      return client.invalidateQueries({ queryKey: tokensKey(agentId) });
    },
    // The secret is shown once and kept nowhere.
    gcTime: 0,
  });
  return (
    <>
      <Failure error={making.error} />
      {refusal === undefined ? (
        <TextField
          label={tokenStrings.name}
          hint={tokenStrings.nameHint}
          maxLength={64}
          value={name}
          onChange={setName}
        />
      ) : null}
      <div className="page-actions">
        <Button
          disabled={refusal !== undefined}
          busy={making.isPending}
          onClick={() => making.mutate(name)}
        >
          {tokenStrings.create}
        </Button>
        {refusal === undefined ? null : <p className="wait">{refusal}</p>}
      </div>
      {making.data === undefined ? null : (
        <Dialog title={made.title} onClose={making.reset}>
          <p>{made.text}</p>
          <Copyable label={made.label} text={making.data.token.secret} />
          <div className="dialog-foot">
            <Button variant="primary" onClick={making.reset}>
              {made.done}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface TableProps extends BearerTokensProps {
  readonly tokens: readonly BearerToken[];
}

function TokenTable({ agentId, tokens }: TableProps) {
  const refusal = useRefusal('revokeBearerToken');
  const [asked, revoke] = useState<BearerToken>();
  if (tokens.length === 0) return <p className="wait">{tokenStrings.none}</p>;
  return (
    <>
      <Table
        rows={tokens}
        rowKey={({ id }) => id}
        columns={[
          { title: columns.name, cell: ({ name }) => name },
          {
            title: columns.token,
            cell: (token) => <code>{tokenStrings.ending(token.last_four)}</code>,
          },
          {
            title: `${columns.created} (${timeZone()})`,
            cell: (token) => <Time iso={token.created_at} />,
          },
          {
            title: columns.action,
            hidden: true,
            look: 'number',
            cell: (token) => (
              <Button
                variant="danger"
                disabled={refusal !== undefined}
                aria-label={tokenStrings.revokeLabel(token.last_four)}
                onClick={() => revoke(token)}
              >
                {tokenStrings.revoke}
              </Button>
            ),
          },
        ]}
      />
      {asked === undefined ? null : (
        <ConfirmRequest
          title={ask.title(asked.last_four)}
          button={ask.confirm}
          danger
          text={ask.text}
          run={() => api<void>(`/agents/${agentId}/tokens/${asked.id}`, { method: 'DELETE' })}
          stale={[tokensKey(agentId)]}
          onClose={() => revoke(undefined)}
        />
      )}
    </>
  );
}
