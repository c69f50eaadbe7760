import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  BearerToken,
  BearerTokenPage,
  CreatedBearerToken,
} from '../../server/contract/bearer-tokens.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useIsAdmin } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure, QueryResult } from '../ui/feedback.tsx';
import { Field } from '../ui/field.tsx';
import { commonStrings } from '../ui/strings.ts';
import { TableFrame } from '../ui/table.tsx';
import { agentStrings } from './strings.ts';

const tokenStrings = agentStrings.detail.tokens;
/** All that an agent can have fit on one page. */
const pageSize = 100;

const tokensKey = (agentId: string) => ['agents', 'tokens', agentId];

/** The bearer tokens of an agent: seen by all, made and revoked by admins. */
export function BearerTokens({ agentId }: { readonly agentId: string }) {
  const admin = useIsAdmin();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const query = useQuery({
    queryKey: tokensKey(agentId),
    queryFn: () =>
      api<BearerTokenPage>(`/agents/${agentId}/tokens`, { query: { limit: pageSize } }),
  });
  const making = useMutation({
    mutationFn: () =>
      api<CreatedBearerToken>(`/agents/${agentId}/tokens`, {
        method: 'POST',
        body: name.trim() === '' ? {} : { name },
      }),
    onSuccess: () => {
      setName('');
      return client.invalidateQueries({ queryKey: tokensKey(agentId) });
    },
    // The secret is shown once and kept nowhere.
    gcTime: 0,
  });
  return (
    <Card title={tokenStrings.title}>
      <p>{tokenStrings.intro}</p>
      <QueryResult query={query}>
        {({ data }) => <TokenTable agentId={agentId} tokens={data} admin={admin} />}
      </QueryResult>
      {making.isError ? <Failure error={making.error} /> : null}
      {admin ? (
        <Field label={tokenStrings.name} hint={tokenStrings.nameHint}>
          {(control) => (
            <input
              {...control}
              value={name}
              maxLength={64}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      ) : null}
      <div className="page-actions">
        <Button disabled={!admin} busy={making.isPending} onClick={() => making.mutate()}>
          {tokenStrings.create}
        </Button>
        {admin ? null : <p className="wait">{tokenStrings.adminsOnly}</p>}
      </div>
      {making.data === undefined ? null : (
        <MadeDialog secret={making.data.token.secret} onClose={making.reset} />
      )}
    </Card>
  );
}

interface TableProps {
  readonly agentId: string;
  readonly tokens: readonly BearerToken[];
  readonly admin: boolean;
}

function TokenTable({ agentId, tokens, admin }: TableProps) {
  const [asked, ask] = useState<BearerToken>();
  const { columns } = tokenStrings;
  if (tokens.length === 0) return <p className="wait">{tokenStrings.none}</p>;
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.token}</th>
            <th scope="col">{columns.created}</th>
            <th scope="col">
              <span className="visually-hidden">{columns.action}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <td>{token.name}</td>
              <td>
                <code>{tokenStrings.ending(token.last_four)}</code>
              </td>
              <td>{formatMoment(token.created_at)}</td>
              <td className="number">
                <Button
                  variant="danger"
                  disabled={!admin}
                  aria-label={tokenStrings.revokeLabel(token.last_four)}
                  onClick={() => ask(token)}
                >
                  {tokenStrings.revoke}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asked === undefined ? null : (
        <RevokeDialog agentId={agentId} token={asked} onClose={() => ask(undefined)} />
      )}
    </TableFrame>
  );
}

function MadeDialog({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}) {
  const { made } = tokenStrings;
  return (
    <Dialog title={made.title} onClose={onClose}>
      <p>{made.text}</p>
      <Copyable
        label={made.label}
        text={secret}
        copyText={commonStrings.copy}
        copiedText={commonStrings.copied}
      />
      <div className="dialog-foot">
        <Button variant="primary" onClick={onClose}>
          {made.done}
        </Button>
      </div>
    </Dialog>
  );
}

interface RevokeProps {
  readonly agentId: string;
  readonly token: BearerToken;
  readonly onClose: () => void;
}

function RevokeDialog({ agentId, token, onClose }: RevokeProps) {
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => api<void>(`/agents/${agentId}/tokens/${token.id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: tokensKey(agentId) });
      onClose();
    },
  });
  const { ask } = tokenStrings;
  return (
    <Dialog title={ask.title(token.last_four)} onClose={onClose}>
      <p>{ask.text}</p>
      {error === null ? null : <Failure error={error} />}
      <div className="dialog-foot">
        <Button onClick={onClose}>{commonStrings.cancel}</Button>
        <Button variant="danger" busy={isPending} onClick={() => mutate()}>
          {ask.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
