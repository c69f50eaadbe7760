import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplianceApi, Problem, SettingView } from '../../main/ipc/schema.ts';
import { useApplianceRefresh } from './appliance.ts';

type Value = string | number | boolean | null;

/** Edited settings by key; null resets the user's value. */
export type SettingDraft = Readonly<Record<string, Value>>;

/** The part of a draft that differs from the current values, in the app's format. */
export function changesOf(settings: readonly SettingView[], draft: SettingDraft): SettingDraft {
  const entries = settings.flatMap((setting) => {
    const drafted = draft[setting.key];
    if (drafted === undefined || setting.locked) return [];
    const value = submittedValue(setting, drafted);
    return isChange(setting, value) ? [[setting.key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** What a control shows: the draft or the current value. For a secret, only what the user types. */
export function shownValue({ key, value }: SettingView, draft: SettingDraft): string | boolean {
  const shown = draft[key] === undefined ? value : draft[key];
  return typeof shown === 'boolean' ? shown : String(shown ?? '');
}

/** Whether the user has a value or stored secret to reset. */
export const canReset = ({ source, locked, isSet, problem }: SettingView): boolean =>
  source === 'user' && (isSet || problem !== null) && !locked;

/**
 * All settings without those of tunnel providers that are not chosen. The keys of a provider's
 * settings begin with its name.
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

/** Converts whole numbers. The app receives other text unchanged and reports the problem. */
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

/** Settings of the app while the user edits them. */
export interface SettingChanges {
  readonly draft: SettingDraft;
  /** Those that differ from the current values. */
  readonly changed: readonly SettingView[];
  readonly problems: readonly Problem[];
  /** The last saved settings; empty after the next change. */
  readonly saved: readonly SettingView[];
  readonly saving: boolean;
  /** Why the request failed; null while nothing failed. */
  readonly error: unknown;
  set(key: string, value: SettingDraft[string] | undefined): void;
  /** Saves all changes or none. */
  save(): void;
  discard(): void;
}

interface SettingChangesOptions {
  /** Restarts the service immediately if a change needs it. */
  readonly restarts?: boolean;
}

/** A draft of settings that the app applies as one change. */
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
    // The argument keeps the changes: the app pushes the new state before it answers.
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
