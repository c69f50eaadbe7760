import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyDifference, PolicyReload as Reload } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure, Notice, QueryResult } from '../ui/feedback.tsx';
import { commonStrings } from '../ui/strings.ts';
import { PolicyDifferences } from './policy-change.tsx';
import { policyStrings } from './strings.ts';

const reloadStrings = policyStrings.reload;

/** Reloads the global policy file, after asking (design D40). Who may not sees no button. */
export function PolicyReload() {
  const mayReload = useRefusal('reloadPolicy') === undefined;
  const [asking, ask] = useState(false);
  if (!mayReload) return null;
  return (
    <>
      <Button title={reloadStrings.hint} onClick={() => ask(true)}>
        {reloadStrings.button}
      </Button>
      {asking ? <ReloadDialog onClose={() => ask(false)} /> : null}
    </>
  );
}

function ReloadDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, isPending, isSuccess, mutate } = useMutation({
    mutationFn: () => api<Reload>('/admin/policy/reload', { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['policies'] }),
  });
  return (
    <Dialog title={reloadStrings.title} onClose={onClose}>
      <p>{reloadStrings.text}</p>
      {isSuccess ? null : <Preview />}
      <Failure error={error} />
      {data === undefined ? null : (
        <Notice tone="good">
          {data.changed
            ? reloadStrings.changed(data.previous.name, data.policy.name)
            : reloadStrings.same}
        </Notice>
      )}
      <div className="dialog-foot">
        <Button onClick={onClose}>{isSuccess ? commonStrings.close : commonStrings.cancel}</Button>
        {isSuccess ? null : (
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            {reloadStrings.confirm}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** What the current file would change, or its first error. */
function Preview() {
  const query = useQuery({
    queryKey: ['policies', 'preview'],
    queryFn: () => api<PolicyDifference>('/admin/policy/reload'),
    staleTime: 0,
    // The file may have changed since the last preview.
    gcTime: 0,
  });
  return (
    <QueryResult query={query}>
      {(diff) => (
        <>
          <h3>{reloadStrings.preview}</h3>
          <PolicyDifferences diff={diff} />
        </>
      )}
    </QueryResult>
  );
}
