import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplianceApi, Problem, SettingView } from '../../main/ipc/schema.ts';
import { useApplianceRefresh } from './appliance.ts';
import { changesOf, type SettingDraft } from './setting-draft.ts';

/** Settings of the app while they are being changed. */
export interface SettingChanges {
  readonly draft: SettingDraft;
  /** Those that differ from what is in force. */
  readonly changed: readonly SettingView[];
  readonly problems: readonly Problem[];
  /** What was saved last; empty again at the next change. */
  readonly saved: readonly SettingView[];
  readonly saving: boolean;
  /** Why nothing was answered; null while nothing went wrong. */
  readonly error: unknown;
  set(key: string, value: SettingDraft[string] | undefined): void;
  /** All of it or nothing. */
  save(): void;
  discard(): void;
}

interface SettingChangesOptions {
  /** Has the service start again at once where a change needs it. */
  readonly restarts?: boolean;
}

/** A draft of settings, which the app takes as one change. */
export function useSettingChanges(
  api: ApplianceApi,
  settings: readonly SettingView[],
  { restarts = false }: SettingChangesOptions = {},
): SettingChanges {
  const [draft, setDraft] = useState<SettingDraft>({});
  const [saved, setSaved] = useState<readonly SettingView[]>([]);
  const refresh = useApplianceRefresh();
  const changes = changesOf(settings, draft);
  const changed = settings.filter(({ key }) => Object.hasOwn(changes, key));
  const saving = useMutation({
    // What was asked is kept with it: the app tells the new state before it answers.
    mutationFn: async (asked: readonly SettingView[]) => {
      const outcome = await api.changeSettings(changesOf(asked, draft));
      const waits = asked.some(({ restart }) => restart === 'server');
      return outcome.ok && restarts && waits ? await api.restartServer() : outcome;
    },
    onSuccess: async ({ ok }, asked) => {
      await refresh();
      if (!ok) return;
      setSaved(asked);
      setDraft({});
    },
  });
  return {
    draft,
    changed,
    saved,
    problems: saving.data?.ok === false ? saving.data.problems : [],
    saving: saving.isPending,
    error: saving.error,
    set: (key, value) => {
      saving.reset();
      setSaved([]);
      setDraft(({ [key]: _, ...rest }) => (value === undefined ? rest : { ...rest, [key]: value }));
    },
    save: () => saving.mutate(changed),
    discard: () => {
      saving.reset();
      setDraft({});
    },
  };
}
