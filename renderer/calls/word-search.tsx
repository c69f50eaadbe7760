import { infiniteQueryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FoundTexts } from '../../server/contract/sessions.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { type CallFilters, sessionQuery } from './call-filters.ts';
import { callStrings } from './strings.ts';

const wordStrings = callStrings.wordSearch;

interface Asked {
  readonly text: string;
  /** Counts the searches: the same words may be asked for again. */
  readonly no: number;
}

const nothing: Asked = { text: '', no: 0 };
const askedKey = ['asked-words'];

/** The words that are searched for, until the reader signs out or the page is loaded again; and how to ask for others. */
export function useAskedWords() {
  const client = useQueryClient();
  const { data: asked = nothing } = useQuery<Asked>({
    queryKey: askedKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const ask = (text: string) =>
    client.setQueryData<Asked>(askedKey, (before = nothing) => ({ text, no: before.no + 1 }));
  return [asked, ask] as const;
}

interface Props {
  readonly asked: string;
  readonly onSearch: (text: string) => void;
}

/** Asks for words that were said. They may name a patient, so they stand in no address and no saved view. */
export function WordSearch({ asked, onSearch }: Props) {
  const [text, type] = useState(asked);
  return (
    <search aria-label={wordStrings.label}>
      <Form className="word-search" onSubmit={() => onSearch(text.trim())}>
        <TextField
          label={wordStrings.label}
          placeholder={wordStrings.example}
          title={wordStrings.hint}
          type="search"
          maxLength={200}
          autoComplete="off"
          value={text}
          onChange={(typed) => {
            type(typed);
            // An emptied field shows all calls again.
            if (typed === '') onSearch('');
          }}
        />
        <Button type="submit">{wordStrings.search}</Button>
      </Form>
    </search>
  );
}

/** The calls in which words were said, page by page. Each request is logged: none is sent that nobody asked for. */
export function foundCalls({ text, no }: Asked, filters: CallFilters, limit: number) {
  const body = { ...sessionQuery(filters), text, limit };
  return infiniteQueryOptions({
    queryKey: ['text-search', no, body],
    queryFn: ({ pageParam: cursor }) =>
      api<FoundTexts>('/sessions/text-searches', {
        method: 'POST',
        body: { ...body, ...(cursor !== '' && { cursor }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
