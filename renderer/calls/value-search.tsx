import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FoundSessions, SessionSearch } from '../../server/contract/sessions.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/feedback.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { kindNames } from '../ui/kind-names.ts';
import { commonStrings } from '../ui/strings.ts';
import { Time } from '../ui/time.tsx';
import { callStrings } from './strings.ts';

const searchStrings = callStrings.valueSearch;

/** A button for those who may search calls by a value. The value stands in no address and in no cache of the browser. */
export function ValueSearch() {
  const [asking, ask] = useState(false);
  if (useRefusal('searchSessions') !== undefined) return null;
  return (
    <>
      <Button onClick={() => ask(true)}>{searchStrings.ask}</Button>
      {asking ? <SearchDialog onClose={() => ask(false)} /> : null}
    </>
  );
}

interface Asked extends Pick<SessionSearch, 'value'> {
  readonly kind?: string;
  /** Counts the searches: each is sent, and logged, once. */
  readonly no: number;
}

function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [value, type] = useState('');
  const [kind, choose] = useState('');
  const [asked, ask] = useState<Asked>();
  return (
    <Dialog title={searchStrings.title} wide onClose={onClose}>
      <Form onSubmit={() => ask({ value, ...(kind !== '' && { kind }), no: (asked?.no ?? 0) + 1 })}>
        <p>{searchStrings.intro}</p>
        <TextField
          label={searchStrings.value}
          hint={searchStrings.valueHint}
          type="search"
          required
          minLength={2}
          maxLength={200}
          autoComplete="off"
          value={value}
          onChange={type}
        />
        <SelectField
          label={searchStrings.kind}
          value={kind}
          options={[['', searchStrings.anyKind], ...Object.entries(kindNames)]}
          onChange={choose}
        />
        <p className="quiet">{searchStrings.recorded}</p>
        {asked === undefined ? null : <Found key={asked.no} {...asked} />}
        <div className="dialog-foot">
          <Button onClick={onClose}>{commonStrings.close}</Button>
          <Button type="submit" variant="primary">
            {searchStrings.search}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function Found({ no, ...search }: Asked) {
  const { data, error, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['value-search', no],
    queryFn: ({ pageParam: cursor }) =>
      api<FoundSessions>('/sessions/searches', {
        method: 'POST',
        body: { ...search, ...(cursor !== '' && { cursor }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Each request is logged: none is sent that nobody asked for.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const first = data?.pages[0];
  if (first === undefined)
    return isPending ? <p className="wait">{commonStrings.waiting}</p> : <Failure error={error} />;
  return (
    <>
      <p role="status">
        {searchStrings.found(first.total)}{' '}
        {searchStrings.since(formatMoment(first.searchable_since))}
      </p>
      <ul className="found-calls">
        {data?.pages
          .flatMap((page) => page.data)
          .map(({ id, agent_name, started_at }) => (
            <li key={id}>
              <Link to="/calls/$callId" params={{ callId: id }}>
                <Time iso={started_at} />
              </Link>{' '}
              {agent_name}
            </li>
          ))}
      </ul>
      <Failure error={error} />
      {hasNextPage ? (
        <Button onClick={() => void fetchNextPage()}>{commonStrings.more}</Button>
      ) : null}
    </>
  );
}
