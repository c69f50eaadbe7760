import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Outcome } from '../../main/ipc/schema.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Failure } from './failure.tsx';
import { Notice } from './notice.tsx';
import { Problems } from './problems.tsx';

type Refused = Extract<Outcome, { ok: false }>;

interface AppActionProps<T extends { readonly ok: true }> {
  readonly label: string;
  readonly variant?: 'plain' | 'primary';
  /** Why it cannot be done now; undefined when it can. */
  readonly prevented?: string | undefined;
  /** What is asked before it is done. */
  readonly confirm?: { readonly title: string; readonly text: ReactNode };
  readonly run: () => Promise<T | Refused>;
  /** What to say afterwards; nothing by default. */
  readonly done?: (outcome: T) => string | undefined;
}

/** A button that has the app do something, and says what came of it. */
export function AppAction<T extends { readonly ok: true }>(props: AppActionProps<T>) {
  const { label, variant: look = 'plain', prevented, confirm, run } = props;
  const [asking, ask] = useState(false);
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: run,
    onSettled: () => ask(false),
  });
  return (
    <div className="app-action">
      <Button
        variant={look}
        busy={isPending}
        disabled={prevented !== undefined}
        title={prevented}
        onClick={() => (confirm === undefined ? mutate() : ask(true))}
      >
        {label}
      </Button>
      {error === null ? null : <Failure error={error} />}
      <Result data={data} done={props.done} />
      {asking && confirm !== undefined ? (
        <ConfirmDialog
          title={confirm.title}
          button={label}
          busy={isPending}
          error={null}
          onConfirm={mutate}
          onClose={() => ask(false)}
        >
          {confirm.text}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

interface ResultProps<T> {
  readonly data: T | Refused | undefined;
  readonly done: ((outcome: T) => string | undefined) | undefined;
}

function Result<T extends { readonly ok: true }>({ data, done }: ResultProps<T>) {
  if (data === undefined) return null;
  if (!data.ok) return <Problems problems={data.problems} />;
  const said = done?.(data);
  return said === undefined ? null : <Notice tone="good">{said}</Notice>;
}
