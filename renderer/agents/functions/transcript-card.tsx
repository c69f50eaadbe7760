import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentDetail } from '../../../server/contract/agents.ts';
import { api } from '../../lib/api.ts';
import { Card } from '../../ui/card.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { SaveRow } from '../../ui/unsaved-changes.tsx';
import { SecretOf } from './secret-of.tsx';
import { functionStrings } from './strings.ts';

const { transcript } = functionStrings;

interface Props {
  readonly agent: AgentDetail;
  readonly allowed: boolean;
}

/** Where the masked transcript of each call goes at its end. */
export function TranscriptCard({ agent, allowed }: Props) {
  const held = agent.transcript_url ?? '';
  const [url, setUrl] = useState(held);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      api(`/agents/${agent.id}`, {
        method: 'PATCH',
        body: { transcript_url: url.trim() === '' ? null : url.trim() },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['agents'] }),
  });
  const dirty = url.trim() !== held;
  return (
    <Card title={transcript.title}>
      <p>{transcript.text}</p>
      <Form error={save.error} onSubmit={() => save.mutate()}>
        <fieldset className="form" disabled={!allowed}>
          <TextField
            label={transcript.url}
            hint={transcript.urlHint}
            path="transcript_url"
            maxLength={2_048}
            value={url}
            onChange={(changed) => {
              if (!save.isPending) save.reset();
              setUrl(changed);
            }}
          />
        </fieldset>
        <SaveRow
          dirty={allowed && dirty}
          save={save}
          strings={transcript}
          disabled={!allowed || !dirty}
        />
      </Form>
      <SecretOf
        operation="getTranscriptSecret"
        path={`/agents/${agent.id}/transcript/secret`}
        strings={transcript.secret}
      />
    </Card>
  );
}
