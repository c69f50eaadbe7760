import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
} from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { FoundTexts, SessionPage, SessionSummary } from '../../server/contract/sessions.ts';
import { download, type PageOf, pagesOf } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Waiting } from '../ui/feedback.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { CallFilterBar } from './call-filter-bar.tsx';
import { type CallFilters, sessionQuery } from './call-filters.ts';
import { CallTable } from './call-table.tsx';
import { SavedViews } from './saved-views.tsx';
import { callStrings } from './strings.ts';
import { ValueSearch } from './value-search.tsx';
import { type Asked, foundCalls, useAskedWords, WordSearch } from './word-search.tsx';
import './calls.css';

const callListStrings = callStrings.list;
const route = getRouteApi('/calls');
const pageSize = 100;
/** Milliseconds between reloads of the first page. */
const refreshMs = 10_000;

/** The matching calls, page by page. A failed reload keeps the list that was there. */
function useCalls(filters: CallFilters) {
  const query = { ...sessionQuery(filters), limit: pageSize };
  return useInfiniteQuery({
    ...pagesOf<SessionSummary>(['sessions', query], '/sessions', query),
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? refreshMs : false),
    // A refetch would load all pages again, one by one.
    refetchOnWindowFocus: ({ state }) => state.data?.pages.length === 1,
  });
}

/** All calls, with filters, a search for words, saved views and endless scrolling. */
export function CallsPage() {
  const filters = route.useSearch();
  const [asked, ask] = useAskedWords();
  const isSearch = asked.text !== '' || asked.tag !== '';
  return (
    <Page
      title={commonStrings.pages.calls}
      intro={callListStrings.intro}
      actions={
        <>
          <ValueSearch />
          {isSearch ? null : <CsvButton filters={filters} />}
        </>
      }
    >
      <WordSearch asked={asked} onSearch={ask} />
      <CallFilterBar isSearch={isSearch} />
      {isSearch ? <FoundCalls key={asked.no} asked={asked} /> : <FilteredCalls />}
    </Page>
  );
}

function FilteredCalls() {
  return <CallList query={useCalls(route.useSearch())} />;
}

function FoundCalls({ asked }: { readonly asked: Asked }) {
  const query = useInfiniteQuery(foundCalls(asked, route.useSearch(), pageSize));
  const first = query.data?.pages[0];
  const note = first && searchNote(first);
  return <CallList query={query} note={note} empty={callStrings.wordSearch.empty} />;
}

function searchNote({ unread_calls: unread, word_by_word: apart }: FoundTexts): string {
  return [
    callStrings.wordSearch.note,
    ...(apart ? [callStrings.wordSearch.wordByWord] : []),
    ...(unread > 0 ? [callStrings.wordSearch.unread(unread)] : []),
  ].join(' ');
}

interface ListProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<PageOf<SessionSummary>>>;
  readonly note?: string | undefined;
  readonly empty?: { readonly title: string; readonly text: string };
}

function CallList({ query, note, empty = callListStrings.empty }: ListProps) {
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const first = data?.pages[0] as SessionPage | undefined;
  return (
    <>
      {query.isError ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Waiting query={query} /> : null}
      <div className="call-list-head">
        <p className="wait" role="status">
          {first === undefined ? null : callListStrings.total(first.total)}
        </p>
        <SavedViews />
      </div>
      {note === undefined ? null : <p className="quiet">{note}</p>}
      {first !== undefined && rows.length === 0 ? <Empty {...empty} /> : null}
      {rows.length === 0 ? null : (
        <CallTable rows={rows} more={hasNextPage} loading={isFetching} loadMore={loadMore} />
      )}
    </>
  );
}

/** Downloads the matching calls, as many as the service gives. */
function CsvButton({ filters }: { readonly filters: CallFilters }) {
  const making = useMutation({
    mutationFn: async () =>
      saveFile(await download('/sessions.csv', sessionQuery(filters)), 'calls.csv'),
  });
  return (
    <>
      <Button
        icon="download"
        busy={making.isPending}
        title={callListStrings.csvNote}
        onClick={() => making.mutate()}
      >
        {callListStrings.csv}
      </Button>
      <Failure error={making.error} />
    </>
  );
}
