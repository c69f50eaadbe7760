import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeRemarks, OneRemarks, RemarksView } from '../../../server/contract/sessions.ts';
import { api } from '../../lib/api.ts';
import { useRefusal } from '../../lib/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure, QueryResult } from '../../ui/feedback.tsx';
import { Field, Form, TextField } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { callStrings } from '../strings.ts';
import './review.css';

const reviewStrings = callStrings.detail.review;

interface CallProps {
  readonly callId: string;
}

/** Who reviewed a call, its tags and its note; people who may review change them (decision 0175). */
export function CallReview({ callId }: CallProps) {
  const query = useQuery({
    queryKey: ['session', callId, 'remarks'],
    queryFn: async () => (await api<OneRemarks>(`/sessions/${callId}/remarks`)).remarks,
  });
  const mayChange = useRefusal('changeCallRemarks') === undefined;
  return (
    <Card title={reviewStrings.title}>
      <QueryResult query={query}>
        {(remarks) => (
          <div className="call-review">
            <Reviewed callId={callId} remarks={remarks} mayChange={mayChange} />
            {mayChange ? (
              <EditRemarks key={JSON.stringify(remarks)} callId={callId} remarks={remarks} />
            ) : (
              <CallTags tags={remarks.tags} />
            )}
          </div>
        )}
      </QueryResult>
    </Card>
  );
}

interface Props extends CallProps {
  readonly remarks: RemarksView;
}

function useChange(callId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<ChangeRemarks>) =>
      api<OneRemarks>(`/sessions/${callId}/remarks`, { method: 'PATCH', body }),
    onSuccess: async ({ remarks }) => {
      client.setQueryData(['session', callId, 'remarks'], remarks);
      await client.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
}

function Reviewed({ callId, remarks, mayChange }: Props & { readonly mayChange: boolean }) {
  const { error, isPending, mutate } = useChange(callId);
  const { reviewed } = remarks;
  return (
    <>
      <p role="status">
        {reviewed === undefined ? (
          reviewStrings.notReviewed
        ) : (
          <>
            {reviewStrings.reviewedBy(reviewed.name || reviewed.by)} <Time iso={reviewed.at} />
          </>
        )}
      </p>
      {mayChange ? (
        <Button
          variant={reviewed === undefined ? 'primary' : 'plain'}
          busy={isPending}
          onClick={() => mutate({ reviewed: reviewed === undefined })}
        >
          {reviewed === undefined ? reviewStrings.review : reviewStrings.takeBack}
        </Button>
      ) : null}
      <Failure error={error} />
    </>
  );
}

const tagsOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Tags as one line of words, and the note. */
function EditRemarks({ callId, remarks }: Props) {
  const before = { tags: remarks.tags.join(', '), note: remarks.note?.text ?? '' };
  const [typed, type] = useState(before);
  const { error, isPending, mutate } = useChange(callId);
  const isChanged = typed.tags !== before.tags || typed.note !== before.note;
  return (
    <Form
      error={error}
      onSubmit={() =>
        mutate({
          ...(typed.tags !== before.tags && { tags: tagsOf(typed.tags) }),
          ...(typed.note !== before.note && { note: typed.note }),
        })
      }
    >
      <TextField
        label={reviewStrings.tags}
        hint={reviewStrings.tagsHint}
        maxLength={400}
        autoComplete="off"
        value={typed.tags}
        onChange={(tags) => type({ ...typed, tags })}
      />
      <Field
        label={reviewStrings.note}
        hint={
          remarks.note === undefined ? (
            reviewStrings.noteHint
          ) : (
            <>
              {reviewStrings.writtenBy(remarks.note.name || remarks.note.by)}{' '}
              <Time iso={remarks.note.at} />. {reviewStrings.noteHint}
            </>
          )
        }
      >
        {(control) => (
          <textarea
            {...control}
            className="textarea"
            maxLength={2_000}
            value={typed.note}
            onChange={({ target }) => type({ ...typed, note: target.value })}
          />
        )}
      </Field>
      <Button type="submit" busy={isPending} disabled={!isChanged}>
        {reviewStrings.save}
      </Button>
      <Failure error={error} />
    </Form>
  );
}

/** The tags of a call; nothing without any. */
export function CallTags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="call-tags" aria-label={reviewStrings.tags}>
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}
