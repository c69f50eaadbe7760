import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Problem } from '../../main/ipc/schema.ts';
import { ApiError } from '../lib/api.ts';
import { sentence } from '../lib/format.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { commonStrings } from './strings.ts';

/** A short state; its icon shows the tone as well as the color. `quiet` is for what is ordinary: words alone. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'quiet' | 'plain' | 'good' | 'warn' | 'bad';
  readonly children: ReactNode;
}) {
  return (
    <span className="badge" data-tone={tone}>
      {tone === 'plain' || tone === 'quiet' ? null : <Icon name={tone} />}
      {children}
    </span>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** Screen readers read the text immediately. */
  readonly alert?: boolean;
  readonly children?: ReactNode;
}

/** Stands for a page or list without content: why, and what to do next. */
export function Empty({ title, text, alert = false, children }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p role={alert ? 'alert' : undefined}>{text}</p>
      {children}
    </div>
  );
}

interface QueryResultProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** The data of a query, or that it is loading, or why it failed. */
export function QueryResult<T>({ query, children }: QueryResultProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  return <Waiting query={query} />;
}

interface WaitingProps {
  readonly query: Pick<UseQueryResult, 'failureCount'>;
}

/** That a query is loading, or that the service does not answer and is asked again. */
export function Waiting({ query }: WaitingProps) {
  return (
    <p className="wait" role="status">
      {query.failureCount === 0 ? commonStrings.waiting : commonStrings.noAnswer}
    </p>
  );
}

interface FailureProps {
  /** Null while nothing failed. */
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** The error message of the service with the request id, or nothing. */
export function Failure({ error, onRetry }: FailureProps) {
  if (error === null) return null;
  const refusal = error instanceof ApiError ? error : undefined;
  return (
    <Notice tone="bad">
      <p>{titleOf(refusal)}</p>
      {refusal === undefined || refusal.details.length === 0 ? null : (
        <ul>
          {refusal.details.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{detailOf(path, message)}</li>
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

function titleOf(refusal: ApiError | undefined): string {
  if (refusal === undefined) return commonStrings.failed;
  return refusal.details.length > 0 ? commonStrings.invalid : sentence(refusal.message);
}

/** `mail_server.port` must be …: the sentence "Mail server port must be …." */
const detailOf = (path: string, message: string): string =>
  sentence(`${path.replaceAll(/[_.]/g, ' ')} ${message}`.trim());

interface ProblemsProps {
  readonly problems: readonly Problem[];
  /** The name of the thing at a path; undefined where the message contains it. */
  readonly nameOf?: (path: string) => string | undefined;
}

/** Why the desktop app refused a request, or nothing. */
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

interface ReasonsProps {
  readonly reasons: readonly string[];
  readonly children?: ReactNode;
}

/** Why the service does not serve calls, or nothing. */
export function Reasons({ reasons, children }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <Notice tone="bad">
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {children}
    </Notice>
  );
}

interface NoticeProps {
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad';
  readonly children: ReactNode;
}

/** A notice; screen readers read a bad one immediately. */
export function Notice({ tone = 'plain', children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
