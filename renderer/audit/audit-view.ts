import { type ActivityFilters, activityFiltersFromSearch } from '../activity/activity-filters.ts';

export const auditTabs = ['activity', 'log', 'holds', 'retention'] as const;

/** What the audit page shows: a tab, and the filters of the activity. It is part of the URL. */
export interface AuditView extends ActivityFilters {
  readonly tab?: (typeof auditTabs)[number];
}

/** The view of a URL; unknown values are dropped. */
export function auditViewFromSearch(search: Readonly<Record<string, unknown>>): AuditView {
  const tab = auditTabs.find((known) => known === search['tab']);
  return { ...(tab && { tab }), ...activityFiltersFromSearch(search) };
}
