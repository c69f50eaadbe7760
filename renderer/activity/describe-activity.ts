import type { ActivityItem } from '../../server/contract/audit.ts';
import { formatMoment } from '../lib/format.ts';
import { revealStrings } from '../reveal/strings.ts';
import { kindName } from '../ui/kind-names.ts';
import { activityStrings } from './strings.ts';

const actionNames: Readonly<Record<string, string>> = Object.assign(
  {},
  activityStrings.functions,
  ...Object.values(activityStrings.groups).map(({ actions }) => actions),
);

/** A moment of an event, in ISO 8601. */
const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const spaced = (name: string): string => name.replaceAll('_', ' ');

/** What somebody did, in words; a kind of event without words keeps its name. */
export function describeAction({ action }: Pick<ActivityItem, 'action'>): string {
  return actionNames[action] ?? spaced(action);
}

/** The details that mean something to a reader; digests and ids are in the audit log. */
export function describeDetails({ details, user }: Pick<ActivityItem, 'details' | 'user'>): string {
  const shown = Object.entries({ ...details, user: user?.login }).flatMap(([name, value]) => {
    const label = activityStrings.fields[name];
    return label === undefined || value === undefined ? [] : [`${label}: ${wordsOf(name, value)}`];
  });
  return shown.join(' · ');
}

function wordsOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => spaced(String(each))).join(', ');
  const reasons: Readonly<Record<string, string>> = revealStrings.reasons;
  if (name === 'reason') return reasons[String(value)] ?? spaced(String(value));
  if (isMoment.test(String(value))) return formatMoment(String(value));
  if (name === 'entity_kind') return kindName(String(value));
  return name === 'note' || name === 'user' ? String(value) : spaced(String(value));
}
