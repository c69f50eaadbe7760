import type { Incident as IncidentRecord } from '../contract/figures/incidents.ts';
import type { Incident } from '../domain/settings/handled-things.ts';

/** An incident as the API and reports show it. */
export function incidentRecord({
  sessionIds,
  assessed,
  opened,
  closed,
  ...incident
}: Incident): IncidentRecord {
  const { id, about, names } = incident;
  return {
    id,
    about,
    names,
    session_ids: sessionIds,
    opened,
    ...(assessed !== undefined && {
      assessed: {
        by: assessed.by,
        at: assessed.at,
        nature_and_extent: assessed.natureAndExtent,
        recipient: assessed.recipient,
        acquired_or_viewed: assessed.acquiredOrViewed,
        mitigation: assessed.mitigation,
        conclusion: assessed.conclusion,
      },
    }),
    ...(closed !== undefined && { closed }),
  };
}
