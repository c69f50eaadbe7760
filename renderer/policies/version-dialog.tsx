import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentDetail } from '../../server/contract/agents.ts';
import type {
  PolicyVersion,
  PolicyVersionWithText,
} from '../../server/contract/policies/versions.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useLoginNames } from '../lib/login-names.ts';
import { useMe } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure, Notice, QueryResult } from '../ui/feedback.tsx';
import { TextField } from '../ui/field.tsx';
import { commonStrings } from '../ui/strings.ts';
import { PolicyDifferences } from './policy-change.tsx';
import { PolicyPreview } from './policy-preview.tsx';
import { ProposePolicy } from './policy-propose.tsx';
import { policyStrings } from './strings.ts';

const versionStrings = policyStrings.version;

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

/** One version: who, when, why, what changed; admins decide about a proposal. */
export function VersionDialog({ id, onClose }: Props) {
  const query = useQuery({
    queryKey: ['policies', 'versions', id],
    queryFn: () => api<PolicyVersionWithText>(`/policies/versions/${id}`),
  });
  return (
    <Dialog title={versionStrings.title} wide onClose={onClose}>
      <QueryResult query={query}>{(found) => <Version {...found} />}</QueryResult>
      <div className="dialog-foot">
        <Button onClick={onClose}>{commonStrings.close}</Button>
      </div>
    </Dialog>
  );
}

function Version({ version, policy_yaml: yaml, difference }: PolicyVersionWithText) {
  const loginOf = useLoginNames();
  const { agent_id: agentId, author, decision, name, proposed_at: at, reason, state } = version;
  const who = (user: string | null) => (user === null ? policyStrings.history.file : loginOf(user));
  const isOpen = state === 'proposed';
  const isStale =
    isOpen && difference !== null && difference.from.sha256 !== version.previous_sha256;
  return (
    <>
      <Facts
        rows={[
          [versionStrings.name, name],
          [
            versionStrings.agent,
            agentId === null ? undefined : <AgentName key="agent" id={agentId} />,
          ],
          [versionStrings.reason, reason],
          [versionStrings.author, `${who(author)}, ${formatMoment(at)}`],
          [
            versionStrings.decision,
            decision &&
              `${versionStrings.outcomes[decision.outcome]}: ${who(decision.actor)}, ${formatMoment(decision.at)}`,
          ],
          [versionStrings.note, decision?.note || undefined],
        ]}
      />
      <h3>{isOpen ? versionStrings.wouldChange : versionStrings.changed}</h3>
      {difference === null ? (
        <p>{versionStrings.unreadable}</p>
      ) : (
        <PolicyDifferences diff={difference} />
      )}
      {isOpen ? <PolicyPreview yaml={yaml} agentId={agentId} /> : null}
      {isStale ? <Notice tone="warn">{versionStrings.stale}</Notice> : null}
      <details>
        <summary>{versionStrings.text}</summary>
        <Copyable label={name} text={yaml} />
      </details>
      {isOpen ? <Decide version={version} /> : null}
      {state === 'replaced' || state === 'rejected' ? (
        <ProposePolicy
          yaml={yaml}
          reason={versionStrings.backReason(formatMoment(at))}
          label={versionStrings.back}
        />
      ) : null}
    </>
  );
}

function AgentName({ id }: { readonly id: string }) {
  const { data, isError } = useQuery({
    queryKey: ['agents', id],
    queryFn: () => api<{ agent: AgentDetail }>(`/agents/${id}`),
  });
  return isError ? versionStrings.deletedAgent : (data?.agent.name ?? '');
}

/** Whether an approval of an own proposal still needs a note. */
const needsNote = (isOwn: boolean, note: string): boolean => isOwn && note.trim() === '';

function Decide({ version: { id, author } }: { readonly version: PolicyVersion }) {
  const me = useMe().data;
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const { error, isPending, mutate, variables } = useMutation({
    mutationFn: (outcome: 'approved' | 'rejected') =>
      api(`/policies/versions/${id}/decision`, { method: 'POST', body: { outcome, note } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['policies'] }),
  });
  const isOwn = me?.id === author;
  const lacksNote = needsNote(isOwn, note);
  if (me?.admin !== true && !isOwn) return <Notice>{versionStrings.waits}</Notice>;
  return (
    <>
      {me?.admin === true ? (
        <TextField
          label={isOwn ? versionStrings.ownNote : versionStrings.note}
          hint={isOwn ? versionStrings.ownHint : policyStrings.propose.hint}
          maxLength={500}
          value={note}
          onChange={setNote}
        />
      ) : null}
      <Failure error={error} />
      <div className="page-actions">
        {me?.admin === true ? (
          <Button
            variant="primary"
            busy={isPending && variables === 'approved'}
            disabled={isPending || lacksNote}
            onClick={() => mutate('approved')}
          >
            {versionStrings.approve}
          </Button>
        ) : null}
        <Button
          busy={isPending && variables === 'rejected'}
          disabled={isPending}
          onClick={() => mutate('rejected')}
        >
          {isOwn ? versionStrings.withdraw : versionStrings.reject}
        </Button>
      </div>
    </>
  );
}
