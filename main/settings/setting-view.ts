import { z } from 'zod';
import type { SettingView } from '../ipc/schema.ts';
import type { Resolved } from './resolve-settings.ts';
import { type SettingKey, settingForms, settingMeta } from './schema.ts';

/** A setting as pages show it; `kept` says whether the custody stores its secret. */
export function settingViewOf(
  key: SettingKey,
  resolved: Resolved,
  kept: boolean,
): Omit<SettingView, 'problem'> {
  const { group, title, description, secret, restart } = settingMeta(key);
  const { value, source, locked } = resolved;
  return {
    key,
    group,
    title,
    description,
    value,
    locked,
    restart,
    type: settingTypeOf(key),
    choices: [...settingChoicesOf(key)],
    isSet: secret === true ? kept : value !== null,
    source: secret === true && kept ? 'user' : source,
  };
}

export function settingTypeOf(key: SettingKey): SettingView['type'] {
  const form = settingForms[key];
  if (settingMeta(key).secret === true) return 'secret';
  if (form instanceof z.ZodEnum) return 'choice';
  if (form instanceof z.ZodBoolean) return 'boolean';
  return form instanceof z.ZodNumber ? 'integer' : 'string';
}

export function settingChoicesOf(key: SettingKey): readonly string[] {
  const form = settingForms[key];
  return form instanceof z.ZodEnum ? form.options : [];
}
