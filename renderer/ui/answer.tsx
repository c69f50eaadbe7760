import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { commonStrings } from '../lib/strings/common.ts';
import { Failure } from './failure.tsx';

interface QueryResultProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** What was asked for, once it is there; until then that it is awaited, or why it does not come. */
export function QueryResult<T>({ query, children }: QueryResultProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <p className="wait" role="status">
      {commonStrings.waiting}
    </p>
  );
}
