import type { z } from 'zod';
import { appSettings } from './app-settings.ts';
import { callSettings } from './call-settings.ts';
import { metaOf, type SettingMeta } from './meta.ts';
import { serviceSettings } from './service-settings.ts';
import { signInSettings } from './sign-in-settings.ts';
import { tunnelSettings } from './tunnel-settings.ts';

/**
 * Every setting there is, by the one name it has everywhere: on the settings page, in files, in the
 * registry, in macOS preferences and as a service credential.
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

/** Variables of the server by the settings whose secrets they hold. */
export const secretVariables: ReadonlyMap<string, string> = new Map(
  settingKeys.flatMap((key) => {
    const { secret, variable } = settingMeta(key);
    return secret === true && variable !== undefined ? [[key, variable]] : [];
  }),
);
