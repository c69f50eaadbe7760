import { dayAfter, dayOf, startOfDay } from '../lib/local-days.ts';
import { activityStrings } from './strings.ts';

/** Filters of the list of activity. They are part of the URL, so that a user can share a view. */
export interface ActivityFilters {
  /** A login, or the id of a user. */
  readonly person?: string;
  /** A kind of event, or a group of them. */
  readonly what?: string;
  /** The id of a call, an agent, a mark or a user. */
  readonly object?: string;
  /** Local days such as `2026-11-21`; `until` is included. */
  readonly from?: string;
  readonly until?: string;
}

const groups: Readonly<Record<string, { readonly actions: Readonly<Record<string, string>> }>> =
  activityStrings.groups;

/** The filters of a URL; unknown values are dropped. */
export function activityFiltersFromSearch(
  search: Readonly<Record<string, unknown>>,
): ActivityFilters {
  const { person, what, object, from, until } = search;
  const read = {
    person: textOf(person, 128),
    what: actionsOf(String(what)) === undefined ? undefined : String(what),
    object: textOf(object, 64),
    from: dayOf(from),
    until: dayOf(until),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

function textOf(value: unknown, most: number): string | undefined {
  return value === undefined ? undefined : String(value).trim().slice(0, most) || undefined;
}

/** The kinds of events that a choice stands for; undefined for an unknown one. */
function actionsOf(what: string): readonly string[] | undefined {
  const group = groups[what];
  if (group !== undefined) return Object.keys(group.actions);
  const isKnown = Object.values(groups).some(({ actions }) => Object.hasOwn(actions, what));
  return isKnown ? [what] : undefined;
}

/** The query of the service for these filters. */
export function activityQuery({ person, what, object, from, until }: ActivityFilters) {
  return {
    person,
    object,
    action: what && actionsOf(what)?.join(','),
    from: from && startOfDay(from),
    until: until && startOfDay(dayAfter(until)),
  };
}
