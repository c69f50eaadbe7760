import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplianceApi, Problem, SettingView } from '../../main/ipc/schema.ts';
import { useApplianceRefresh } from './appliance.ts';

type Value = string | number | boolean | null;

/** Settings by key as somebody is changing them; null takes the user's value back. */
export type SettingDraft = Readonly<Record<string, Value>>;

/** What of a draft differs from what is in force, in the form that the app takes. */
export function changesOf(settings: readonly SettingView[], draft: SettingDraft): SettingDraft {
  const entries = settings.flatMap((setting) => {
    const drafted = draft[setting.key];
    if (drafted === undefined || setting.locked) return [];
    const value = submittedValue(setting, drafted);
    return isChange(setting, value) ? [[setting.key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** What a control shows: what is drafted, else what is in force. Of a secret, only what is being typed. */
export function shownValue({ key, value }: SettingView, draft: SettingDraft): string | boolean {
  const shown = draft[key] === undefined ? value : draft[key];
  return typeof shown === 'boolean' ? shown : String(shown ?? '');
}

/** Whether there is a value of the user, or one that is kept, to take back. */
export const canReset = ({ source, locked, isSet, problem }: SettingView): boolean =>
  source === 'user' && (isSet || problem !== null) && !locked;

/**
 * The settings that mean something for the tunnel that is chosen: those of other providers, whose
 * keys begin with their names, are left out.
 */
export function relevantSettings(
  settings: readonly SettingView[],
  draft: SettingDraft,
): readonly SettingView[] {
  const choice = settings.find(({ key }) => key === 'tunnelProvider');
  if (choice === undefined) return settings;
  const provider = String(shownValue(choice, draft) || 'none');
  const isShown = ({ key, group }: SettingView) =>
    group !== 'tunnel' ||
    key === choice.key ||
    (provider !== 'none' && (key.startsWith('tunnel') || key.startsWith(provider)));
  return settings.filter(isShown);
}

/** A whole number as one; what is no number goes to the app as it is, which says what is wrong with it. */
function submittedValue({ type }: SettingView, drafted: Value): Value {
  if (typeof drafted !== 'string') return drafted;
  const text = drafted.trim();
  if (text === '') return null;
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}

function isChange(setting: SettingView, value: Value): boolean {
  if (setting.type === 'secret') return value !== null || canReset(setting);
  return value === null ? canReset(setting) : value !== setting.value;
}

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
