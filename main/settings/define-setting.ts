import { z } from 'zod';
import type { SettingView } from '../ipc/schema.ts';

/** What is known of a setting beside the form of its value. */
export interface SettingMeta {
  readonly group: SettingView['group'];
  readonly title: string;
  /** One or two sentences, as the settings page and the policy templates show them. */
  readonly description: string;
  /** In force where nobody says anything; null: unset. */
  readonly default: string | number | boolean | null;
  /** Kept by the key custody alone: it stands in no file of settings and in no policy. */
  readonly secret?: true;
  /** What must start again before a change is in force. */
  readonly restart: 'server' | 'tunnel' | 'app' | 'none';
  /** Of the server's environment (design §4). */
  readonly variable?: string;
}

const registry = z.registry<SettingMeta>();

/** A setting: the form of its value, and what is known of it. */
export function defineSetting<T extends z.ZodType>(form: T, meta: SettingMeta): T {
  registry.add(form, meta);
  return form;
}

export function metaOf(form: z.ZodType): SettingMeta {
  const meta = registry.get(form);
  if (meta === undefined) throw new Error('a setting was made without setting()');
  return meta;
}
