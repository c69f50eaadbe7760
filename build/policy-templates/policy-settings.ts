import { z } from 'zod';
import type { SettingView } from '../../main/ipc/schema.ts';
import {
  type SettingKey,
  settingForms,
  settingKeys,
  settingMeta,
} from '../../main/settings/schema.ts';
import { settingChoicesOf, settingTypeOf } from '../../main/settings/setting-view.ts';

/** A setting that a machine's policy may set, as templates describe it. */
export interface PolicySetting {
  readonly key: SettingKey;
  readonly group: SettingView['group'];
  readonly title: string;
  readonly description: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'choice';
  readonly choices: readonly string[];
  readonly default: string | number | boolean | null;
  /** Range of an integer. */
  readonly range: { readonly min: number; readonly max: number };
}

/** All settings except secrets, because every user of the machine can read a policy. */
export const policySettings: readonly PolicySetting[] = settingKeys.flatMap((key) => {
  const type = settingTypeOf(key);
  if (type === 'secret') return [];
  const { group, title, description, default: usual } = settingMeta(key);
  const form = settingForms[key];
  const { minValue, maxValue } = form instanceof z.ZodNumber ? form : { minValue: 0, maxValue: 0 };
  const range = { min: minValue ?? 0, max: maxValue ?? 0 };
  return [
    { key, group, title, description, type, choices: settingChoicesOf(key), default: usual, range },
  ];
});

export const groupTitles: Readonly<Record<SettingView['group'], string>> = {
  service: 'Service',
  calls: 'Calls',
  sign_in: 'Sign-in',
  tunnel: 'Tunnel',
  app: 'App',
  updates: 'Updates',
};

/** A text escaped for XML attributes and content. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
