import type { z } from 'zod';
import type { Problem } from '../ipc/schema.ts';
import { appSettings } from './app-settings.ts';
import { callSettings } from './call-settings.ts';
import { metaOf, type SettingMeta } from './define-setting.ts';
import { serviceSettings } from './service-settings.ts';
import { signInSettings } from './sign-in-settings.ts';
import { tunnelSettings } from './tunnel-settings.ts';

/**
 * Every setting by its only name: on the settings page, in files, in the registry, in macOS
 * preferences and as a service credential.
 */
export const settingForms = {
  ...serviceSettings,
  ...callSettings,
  ...signInSettings,
  ...tunnelSettings,
  ...appSettings,
};

export type SettingKey = keyof typeof settingForms;
export type SettingValue<K extends SettingKey> = z.output<(typeof settingForms)[K]>;
export type AnyValue = string | number | boolean;

export const settingKeys = Object.keys(settingForms) as readonly SettingKey[];

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingForms, key);
}

export function settingMeta(key: SettingKey): SettingMeta {
  return metaOf(settingForms[key]);
}

const keyOfVariable: ReadonlyMap<string, SettingKey> = new Map(
  settingKeys.flatMap((key) => {
    const { variable } = settingMeta(key);
    return variable === undefined ? [] : [[variable, key] as const];
  }),
);

/**
 * A problem that the server found in its environment, with titles of settings instead of variables.
 */
export function withSettingTitles({ path, message }: Problem): Problem {
  const titled = message.replace(/\bSVC_[A-Z_]+\b/g, (variable) => {
    const key = keyOfVariable.get(variable);
    return key === undefined ? variable : `“${settingMeta(key).title}”`;
  });
  return { path: keyOfVariable.get(path) ?? path, message: titled };
}

/**
 * Whether an invalid value must stop calls. Settings about updates, and conveniences of the app
 * that need no restart, do not (decision 0045).
 */
export function concernsCalls(key: SettingKey): boolean {
  const { group, restart } = settingMeta(key);
  return restart !== 'none' || (group !== 'app' && group !== 'updates');
}

/** The server's variables, by the settings whose secrets they hold. */
export const secretVariables: ReadonlyMap<string, string> = new Map(
  settingKeys.flatMap((key) => {
    const { secret, variable } = settingMeta(key);
    return secret === true && variable !== undefined ? [[key, variable]] : [];
  }),
);
