import { infiniteQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { FoundTexts } from '../../server/contract/sessions.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { type CallFilters, sessionQuery } from './call-filters.ts';
import { callStrings } from './strings.ts';

const wordStrings = callStrings.wordSearch;

interface Props {
  readonly onSearch: (text: string) => void;
}

/** Asks for words that were said. They may name a patient, so they stand in no address and no saved view. */
export function WordSearch({ onSearch }: Props) {
  const [text, type] = useState('');
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

interface Asked {
  readonly text: string;
  /** Counts the searches: the same words may be asked for again. */
  readonly no: number;
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
    gcTime: 0,
    retry: false,
  });
}
