import { infiniteQueryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FoundTexts } from '../../server/contract/sessions.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { type CallFilters, sessionQuery } from './call-filters.ts';
import { callStrings } from './strings.ts';

const wordStrings = callStrings.wordSearch;

/** What calls are searched for; empty for nothing. */
interface Wanted {
  readonly text: string;
  readonly tag: string;
}

export interface Asked extends Wanted {
  /** Counts the searches: the same words may be asked for again. */
  readonly no: number;
}

const nothing: Asked = { text: '', tag: '', no: 0 };
const askedKey = ['asked-words'];

/** The words and the tag that are searched for, until the reader signs out or the page is loaded again; and how to ask for others. */
export function useAskedWords() {
  const client = useQueryClient();
  const { data: asked = nothing } = useQuery<Asked>({
    queryKey: askedKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const ask = (wanted: Wanted) =>
    client.setQueryData<Asked>(askedKey, (before = nothing) => ({ ...wanted, no: before.no + 1 }));
  return [asked, ask] as const;
}

interface Props {
  readonly asked: Wanted;
  readonly onSearch: (wanted: Wanted) => void;
}

/** Asks for words that were said, and for a tag. They may name a patient, so they stand in no address and no saved view. */
export function WordSearch({ asked, onSearch }: Props) {
  const [{ text, tag }, type] = useState<Wanted>(asked);
  const change = (changed: Wanted) => {
    type(changed);
    // Emptied fields show all calls again.
    if (changed.text === '' && changed.tag === '') onSearch(changed);
  };
  return (
    <search aria-label={wordStrings.label}>
      <Form
        className="word-search"
        onSubmit={() => onSearch({ text: text.trim(), tag: tag.trim() })}
      >
        <TextField
          label={wordStrings.label}
          placeholder={wordStrings.example}
          hint={wordStrings.hint}
          type="search"
          maxLength={200}
          autoComplete="off"
          value={text}
          onChange={(typed) => change({ text: typed, tag })}
        />
        <TextField
          label={wordStrings.tag}
          type="search"
          maxLength={32}
          autoComplete="off"
          value={tag}
          onChange={(typed) => change({ text, tag: typed })}
        />
        <Button type="submit">{wordStrings.search}</Button>
      </Form>
    </search>
  );
}

/** The calls in which words were said, or with a tag, page by page. Each request is logged: none is sent that nobody asked for. */
export function foundCalls({ text, tag, no }: Asked, filters: CallFilters, limit: number) {
  const wanted = { ...(text !== '' && { text }), ...(tag !== '' && { tag }) };
  const body = { ...sessionQuery(filters), ...wanted, limit };
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
