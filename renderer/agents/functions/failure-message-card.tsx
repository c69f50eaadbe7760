import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentDetail } from '../../../server/contract/agents.ts';
import { api } from '../../lib/api.ts';
import { Card } from '../../ui/card.tsx';
import { CheckField, Form, TextField } from '../../ui/field.tsx';
import { SaveRow } from '../../ui/unsaved-changes.tsx';
import { functionStrings } from './strings.ts';

const { failure } = functionStrings;

interface Props {
  readonly agent: AgentDetail;
  readonly allowed: boolean;
}

/** The sentence of an agent whose model gives no reply. */
export function FailureMessageCard({ agent, allowed }: Props) {
  const held = draftOf(agent);
  const [draft, setDraft] = useState(held);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      api(`/agents/${agent.id}`, { method: 'PATCH', body: { failure_message: messageOf(draft) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['agents'] }),
  });
  const dirty = JSON.stringify(messageOf(draft)) !== JSON.stringify(messageOf(held));
  const set = (change: Partial<typeof draft>) => {
    if (!save.isPending) save.reset();
    setDraft({ ...draft, ...change });
  };
  return (
    <Card title={failure.title}>
      <p>{failure.text}</p>
      <Form error={save.error} onSubmit={() => save.mutate()}>
        <fieldset className="form" disabled={!allowed}>
          {(['en', 'es'] as const).map((language) => (
            <TextField
              key={language}
              label={failure[language]}
              path={`failure_message.words.${language}`}
              maxLength={500}
              value={draft[language]}
              onChange={(words) => set({ [language]: words })}
            />
          ))}
          {(['overHttp', 'transfer'] as const).map((choice) => (
            <CheckField
              key={choice}
              label={failure[choice]}
              hint={failure[`${choice}Hint`]}
              checked={draft[choice]}
              onChange={(checked) => set({ [choice]: checked })}
            />
          ))}
        </fieldset>
        <SaveRow
          dirty={allowed && dirty}
          save={save}
          strings={failure}
          disabled={!allowed || !dirty}
        />
      </Form>
    </Card>
  );
}

function draftOf({ failure_message: message }: AgentDetail) {
  const { en = '', es = '' } = message?.words ?? {};
  return { en, es, overHttp: message?.over_http ?? false, transfer: message?.transfer ?? false };
}

/** Null without a sentence. */
function messageOf({ en, es, overHttp, transfer }: ReturnType<typeof draftOf>) {
  const words = {
    ...(en.trim() !== '' && { en: en.trim() }),
    ...(es.trim() !== '' && { es: es.trim() }),
  };
  return Object.keys(words).length === 0
    ? null
    : { words, over_http: overHttp, ...(transfer && { transfer }) };
}
