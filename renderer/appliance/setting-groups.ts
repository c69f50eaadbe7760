import type { SettingView } from '../../main/ipc/schema.ts';

export type SettingGroup = SettingView['group'];

/** In the order in which they are shown. */
const order: readonly SettingGroup[] = ['service', 'calls', 'sign_in', 'tunnel', 'app', 'updates'];

/** Groups that have settings, in their order. */
export function groupsOf(settings: readonly SettingView[]): readonly SettingGroup[] {
  return order.filter((name) => settings.some(({ group }) => group === name));
}

/** The group that an address names; nothing when it names none. */
export function groupFromSearch({ group }: Readonly<Record<string, unknown>>): {
  readonly group?: SettingGroup;
} {
  const named = order.find((name) => name === group);
  return named === undefined ? {} : { group: named };
}

/** Titles of what was saved and is not in force yet, by what must start again for it. */
export function titlesAwaiting(
  saved: readonly SettingView[],
  what: 'server' | 'app',
): readonly string[] {
  return saved.filter(({ restart }) => restart === what).map(({ title }) => title);
}
