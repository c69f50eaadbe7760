import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Problem } from '../../main/ipc/schema.ts';
import { ApiError } from '../lib/api.ts';
import { Button } from './button.tsx';
import { commonStrings } from './strings.ts';

/** A short state; the tone also shows in the shape of its dot, not by colour alone. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad';
  readonly children: ReactNode;
}) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** Nothing to show: why, and what to do next. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

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

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** What the service said went wrong, with the id to ask about. */
export function Failure({ error, onRetry }: FailureProps) {
  const refusal = error instanceof ApiError ? error : undefined;
  return (
    <Notice tone="bad">
      <p>{refusal?.message ?? commonStrings.failed}</p>
      {refusal === undefined || refusal.details.length === 0 ? null : (
        <ul>
          {refusal.details.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {refusal === undefined || refusal.requestId === '' ? null : (
        <p className="request">{commonStrings.request(refusal.requestId)}</p>
      )}
      {onRetry === undefined ? null : (
        <p>
          <Button onClick={onRetry}>{commonStrings.again}</Button>
        </p>
      )}
    </Notice>
  );
}

interface ProblemsProps {
  readonly problems: readonly Problem[];
  /** What people call the thing at a path; undefined where the message says it itself. */
  readonly nameOf?: (path: string) => string | undefined;
}

/** Why the app refused something, or nothing. */
export function Problems({ problems, nameOf = () => undefined }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="bad">
      <ul>
        {problems.map(({ path, message }) => {
          const name = nameOf(path);
          return (
            <li key={`${path} ${message}`}>
              {name === undefined ? null : <b>{name}: </b>}
              {message}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

interface NoticeProps {
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad';
  readonly children: ReactNode;
}

/** Something to take note of; bad news is read out at once. */
export function Notice({ tone = 'plain', children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
