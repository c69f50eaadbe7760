import { z } from 'zod';
import type { SettingView } from '../ipc/schema.ts';

/** Facts about a setting other than the schema of its value. */
export interface SettingMeta {
  readonly group: SettingView['group'];
  readonly title: string;
  /** One or two sentences for the settings page and the policy templates. */
  readonly description: string;
  /** The value if no source sets one; null: unset. */
  readonly default: string | number | boolean | null;
  /** Stored only by the key custody, never in a settings file or a policy. */
  readonly secret?: true;
  /** What must restart before a change takes effect. */
  readonly restart: 'server' | 'tunnel' | 'app' | 'none';
  /** The server's environment variable (design §4). */
  readonly variable?: string;
}

type SettingTexts = Pick<SettingMeta, 'title' | 'description'>;

const registry = z.registry<SettingMeta>();

/**
 * Returns a function that defines the settings of a group: schema of the value, and facts. What a
 * setting does not name is as for its group; without a default it is unset.
 */
export function settingGroup(shared: Pick<SettingMeta, 'group' | 'restart'>) {
  return <T extends z.ZodType>(form: T, facts: Partial<SettingMeta> & SettingTexts): T => {
    registry.add(form, { default: null, ...shared, ...facts });
    return form;
  };
}

export function metaOf(form: z.ZodType): SettingMeta {
  const meta = registry.get(form);
  if (meta === undefined) throw new Error('a setting was made without settingGroup()');
  return meta;
}
