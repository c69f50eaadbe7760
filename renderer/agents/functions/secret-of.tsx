import { useMutation } from '@tanstack/react-query';
import type { FunctionSecret } from '../../../server/contract/function-tools.ts';
import { api } from '../../lib/api.ts';
import { useRefusal } from '../../lib/me.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Failure } from '../../ui/feedback.tsx';

interface Props {
  readonly operation: 'getFunctionSecret' | 'getTranscriptSecret';
  readonly path: string;
  readonly strings: { readonly show: string; readonly label: string };
}

/** Shows a signing secret to those who ask for it and may see it. */
export function SecretOf({ operation, path, strings }: Props) {
  const refusal = useRefusal(operation);
  const asking = useMutation({ mutationFn: () => api<FunctionSecret>(path), gcTime: 0 });
  return (
    <>
      <Failure error={asking.error} />
      {asking.data === undefined ? (
        <div className="page-actions">
          <Button
            disabled={refusal !== undefined}
            busy={asking.isPending}
            onClick={() => asking.mutate()}
          >
            {strings.show}
          </Button>
        </div>
      ) : (
        <Copyable label={strings.label} text={asking.data.secret} />
      )}
    </>
  );
}
