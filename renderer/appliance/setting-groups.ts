import type { SettingView } from '../../main/ipc/schema.ts';

export type SettingGroup = SettingView['group'];

/** In display order. */
const order: readonly SettingGroup[] = ['service', 'calls', 'sign_in', 'tunnel', 'app', 'updates'];

/** Groups with settings, in display order. */
export function groupsOf(settings: readonly SettingView[]): readonly SettingGroup[] {
  return order.filter((name) => settings.some(({ group }) => group === name));
}

/** The group named in a URL, if any. */
export function groupFromSearch({ group }: Readonly<Record<string, unknown>>): {
  readonly group?: SettingGroup;
} {
  const named = order.find((name) => name === group);
  return named === undefined ? {} : { group: named };
}

/** Titles of saved settings that take effect after `what` restarts. */
export function titlesAwaiting(
  saved: readonly SettingView[],
  what: 'server' | 'app',
): readonly string[] {
  return saved.filter(({ restart }) => restart === what).map(({ title }) => title);
}
