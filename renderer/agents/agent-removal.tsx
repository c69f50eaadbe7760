import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AgentDetail } from '../../server/contract/agents.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/feedback.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { commonStrings } from '../ui/strings.ts';
import { agentStrings } from './strings.ts';

const removalStrings = agentStrings.detail.remove;

/** Deletes an agent after its name was typed. */
export function AgentRemoval({ agent }: { readonly agent: AgentDetail }) {
  const refusal = useRefusal('deleteAgent');
  const [asking, ask] = useState(false);
  return (
    <Card title={removalStrings.title}>
      <p>{removalStrings.text}</p>
      <div className="page-actions">
        <Button variant="danger" disabled={refusal !== undefined} onClick={() => ask(true)}>
          {removalStrings.button}
        </Button>
        {refusal === undefined ? null : <p className="wait">{refusal}</p>}
      </div>
      {asking ? <RemovalDialog agent={agent} onClose={() => ask(false)} /> : null}
    </Card>
  );
}

interface DialogProps {
  readonly agent: AgentDetail;
  readonly onClose: () => void;
}

function RemovalDialog({ agent, onClose }: DialogProps) {
  const [typed, type] = useState('');
  const client = useQueryClient();
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: () => api<void>(`/agents/${agent.id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      await navigate({ to: '/agents', ignoreBlocker: true });
      client.removeQueries({ queryKey: ['agents', 'one', agent.id] });
      await client.invalidateQueries({ queryKey: ['agents'] });
    },
  });
  return (
    <Dialog title={removalStrings.ask(agent.name)} onClose={onClose}>
      <Form onSubmit={removing.mutate}>
        <p>{removalStrings.text}</p>
        <TextField
          label={removalStrings.type(agent.name)}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={type}
        />
        <Failure error={removing.error} />
        <div className="dialog-foot">
          <Button onClick={onClose}>{commonStrings.cancel}</Button>
          <Button
            type="submit"
            variant="danger"
            disabled={typed.trim() !== agent.name}
            busy={removing.isPending}
          >
            {removalStrings.confirm}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
