import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentDetail } from '../../server/contract/agents.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { Form } from '../ui/field.tsx';
import { UnsavedChanges } from '../ui/unsaved-changes.tsx';
import { AgentFields } from './agent-fields.tsx';
import { type AgentDraft, changedFields, draftOf } from './agent-form.ts';
import { AgentRemoval } from './agent-removal.tsx';
import { parseTools } from './parse-tools.ts';
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
  const changes = changedFields(agent, draft);
  const fields = Object.keys(changes);
  const saving = useMutation({
    mutationFn: () => api(`/agents/${agent.id}`, { method: 'PATCH', body: changes }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['agents'] });
      setDraft((saved) => ({ ...saved, tokenization: '', policy: '', policyYaml: '' }));
    },
  });
  const change = (next: AgentDraft) => {
    saving.reset();
    setDraft(next);
  };
  const ready = fields.length > 0 && parseTools(draft.tools).problem === undefined;
  return (
    <Form error={saving.error} onSubmit={saving.mutate}>
      <fieldset className="form" disabled={!allowed}>
        <AgentFields draft={draft} agent={agent} onChange={change} />
      </fieldset>
      <UnsavedChanges dirty={allowed && fields.length > 0} />
      <Failure error={saving.error} />
      {saving.isSuccess ? <Notice tone="good">{agentFormStrings.saved}</Notice> : null}
      <div className="page-actions">
        <Button
          type="submit"
          variant="primary"
          disabled={!allowed || !ready}
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
  );
}
