import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentDetail } from '../../server/contract/agents.ts';
import { ApiError, api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { Form } from '../ui/field.tsx';
import { UnsavedChanges } from '../ui/unsaved-changes.tsx';
import { AgentFields } from './agent-fields.tsx';
import { type AgentDraft, changedFields, draftOf, withoutSaved } from './agent-form.ts';
import { AgentRemoval } from './agent-removal.tsx';
import { ProposeOwnPolicy } from './propose-own-policy.tsx';
import { agentStrings } from './strings.ts';

const agentFormStrings = agentStrings.form;

/** Changes or deletes an agent. */
export function AgentSettings({ agent }: { readonly agent: AgentDetail }) {
  const refusal = useRefusal('updateAgent');
  return (
    <div className="agent-panel">
      {refusal === undefined ? null : <Notice>{refusal}</Notice>}
      <EditForm agent={agent} allowed={refusal === undefined} />
      <AgentRemoval agent={agent} />
    </div>
  );
}

interface EditProps {
  readonly agent: AgentDetail;
  readonly allowed: boolean;
}

function EditForm({ agent, allowed }: EditProps) {
  const [draft, setDraft] = useState(() => draftOf(agent));
  const client = useQueryClient();
  const fields = Object.keys(changedFields(agent, draft));
  const saving = useMutation({
    mutationFn: (sent: AgentDraft) =>
      api(`/agents/${agent.id}`, { method: 'PATCH', body: changedFields(agent, sent) }),
    onSuccess: async (_, sent) => {
      await client.invalidateQueries({ queryKey: ['agents'] });
      setDraft((now) => withoutSaved(now, sent));
    },
  });
  const change = (next: AgentDraft) => {
    if (!saving.isPending) saving.reset();
    setDraft(next);
  };
  const policyRefused =
    saving.error instanceof ApiError && saving.error.code === 'forbidden' && draft.policy !== '';
  return (
    <>
      <Form error={saving.error} onSubmit={() => saving.mutate(draft)}>
        <fieldset className="form" disabled={!allowed}>
          <AgentFields draft={draft} agent={agent} onChange={change} />
        </fieldset>
        <UnsavedChanges dirty={allowed && fields.length > 0} />
        <Failure error={saving.error} />
        {saving.isSuccess && fields.length === 0 ? (
          <Notice tone="good">{agentFormStrings.saved}</Notice>
        ) : null}
        <div className="page-actions">
          <Button
            type="submit"
            variant="primary"
            disabled={!allowed || fields.length === 0}
            busy={saving.isPending}
          >
            {agentFormStrings.save}
          </Button>
          <p className="wait">
            {fields.length === 0
              ? agentFormStrings.unchanged
              : agentFormStrings.changes(fields.map(agentFormStrings.fieldName))}
          </p>
        </div>
      </Form>
      {policyRefused ? <ProposeOwnPolicy agent={agent} draft={draft} /> : null}
    </>
  );
}
