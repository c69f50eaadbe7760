import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { UnsavedChanges } from '../ui/unsaved-changes.tsx';
import { settingsStrings } from './strings.ts';

interface Props {
  /** Whether the form holds something that is not saved. */
  readonly dirty: boolean;
  readonly save: Pick<UseMutationResult, 'error' | 'isPending' | 'isSuccess'>;
}

/** The foot of a form of settings: its button, and what became of the last save. */
export function SaveRow({ dirty, save }: Props) {
  return (
    <>
      <UnsavedChanges dirty={dirty} />
      <Failure error={save.error} />
      {save.isSuccess && !dirty ? <Notice tone="good">{settingsStrings.saved}</Notice> : null}
      <div>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {settingsStrings.save}
        </Button>
      </div>
    </>
  );
}
