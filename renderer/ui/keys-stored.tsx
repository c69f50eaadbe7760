import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SystemStatus } from '../../server/contract/system.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from './button.tsx';
import { Failure, Notice } from './feedback.tsx';
import { keysStoredStrings as strings } from './strings.ts';
import { Time } from './time.tsx';

/** Who stored a copy of the keys elsewhere and when, or the question whether you did. */
export function KeysStored({ keys_stored: stored }: Pick<SystemStatus, 'keys_stored'>) {
  const refusal = useRefusal('sayKeysStored');
  const client = useQueryClient();
  const saying = useMutation({
    mutationFn: () => api('/system/keys-stored', { method: 'POST' }),
    onSuccess: () => client.invalidateQueries(),
  });
  if (stored !== null) {
    return (
      <p className="quiet">
        {strings.by(stored.by)} <Time iso={stored.at} />
      </p>
    );
  }
  return (
    <Notice tone="warn">
      <p>{strings.missing}</p>
      <Failure error={saying.error} />
      <div className="page-actions">
        <Button
          busy={saying.isPending}
          disabled={refusal !== undefined}
          onClick={() => saying.mutate()}
        >
          {strings.button}
        </Button>
      </div>
      {refusal === undefined ? null : <p className="quiet">{refusal}</p>}
    </Notice>
  );
}
