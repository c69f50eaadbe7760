import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AgentSummary } from '../../server/contract/agents.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { useSystem } from '../lib/use-system.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/feedback.tsx';
import { Form } from '../ui/field.tsx';
import { Page, Refused } from '../ui/page.tsx';
import { UnsavedChanges } from '../ui/unsaved-changes.tsx';
import { AgentFields } from './agent-fields.tsx';
import { type AgentDraft, bodyOf, emptyDraft, firstUpstream } from './agent-form.ts';
import { agentStrings } from './strings.ts';

/** Creates an agent; a name and a model are enough. */
export function NewAgentPage() {
  const [edited, setDraft] = useState<AgentDraft>();
  const { data: system } = useSystem();
  const unset = { ...emptyDraft, upstream: firstUpstream(system?.upstreams ?? []) };
  const draft = edited ?? unset;
  const client = useQueryClient();
  const navigate = useNavigate();
  const creating = useMutation({
    mutationFn: () =>
      api<{ agent: AgentSummary }>('/agents', { method: 'POST', body: bodyOf(draft) }),
    onSuccess: async ({ agent }) => {
      await client.invalidateQueries({ queryKey: ['agents'] });
      await navigate({
        to: '/agents/$agentId',
        params: { agentId: agent.id },
        ignoreBlocker: true,
      });
    },
  });
  const refusal = useRefusal('createAgent');
  return (
    <Page title={agentStrings.create} intro={<Link to="/agents">{agentStrings.detail.back}</Link>}>
      {refusal === undefined ? null : <Refused reason={refusal} />}
      <Form error={creating.error} onSubmit={creating.mutate}>
        <AgentFields draft={draft} onChange={setDraft} />
        <UnsavedChanges dirty={edited !== undefined} />
        <Failure error={creating.error} />
        <div className="page-actions">
          <Button
            type="submit"
            variant="primary"
            disabled={refusal !== undefined}
            busy={creating.isPending}
          >
            {agentStrings.form.submit}
          </Button>
        </div>
      </Form>
    </Page>
  );
}
