import { ApiError } from '../lib/api.ts';
import { commonStrings } from '../lib/strings/common.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

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
