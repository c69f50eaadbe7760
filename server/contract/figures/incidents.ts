import { z } from 'zod';
import { incidentConclusions, incidentThings } from '../../domain/settings/handled-things.ts';
import { IncidentId, SessionId, Timestamp } from '../ids.ts';
import { pageOf } from '../pagination.ts';

const note = z.string().trim().max(500).default('').meta({
  description: 'At most 500 characters. The journal keeps it: it must name no patient.',
});
const factor = (description: string) =>
  z.string().trim().min(1, 'is required').max(1_000).meta({ description });
const by = z.string().meta({ description: 'Login of the person.' });

/** Who did something, and when. */
export const Deed = z.object({ by, at: Timestamp, note: z.string() }).readonly();
export type Deed = z.infer<typeof Deed>;

const factors = {
  nature_and_extent: factor(
    'Nature and extent of the PHI: the kinds of identifiers, and how likely somebody is identified by them.',
  ),
  recipient: factor('The unauthorized person who used it or got it.'),
  acquired_or_viewed: factor('Whether it was actually acquired or viewed.'),
  mitigation: factor('How far the risk has been mitigated.'),
};
const conclusion = z.enum(incidentConclusions).meta({
  description:
    '`low_probability`: a low probability that PHI was compromised. `breach`: a breach, which 45 CFR 164.404 to 164.408 say whom to tell of.',
});

/** An incident: opened, assessed, closed (decision 0184). */
export const Incident = z
  .object({
    id: IncidentId,
    about: z.enum(incidentThings),
    names: z.array(z.string()).readonly().meta({ description: 'Parties without an agreement.' }),
    session_ids: z.array(SessionId).readonly().meta({
      description: 'The calls that it is about, at most 100, newest first.',
    }),
    opened: Deed,
    assessed: z
      .object({ by, at: Timestamp, ...factors, conclusion })
      .readonly()
      .optional()
      .meta({ description: 'The four factors of 45 CFR 164.402(2).' }),
    closed: Deed.optional(),
  })
  .readonly()
  .meta({ id: 'Incident' });
export type Incident = z.infer<typeof Incident>;

const exampleFactors = {
  nature_and_extent: 'A telephone number in the name of a function; no name beside it.',
  recipient: 'The model provider, under a business associate agreement.',
  acquired_or_viewed: 'Not known. The provider keeps no requests.',
  mitigation: 'The function was renamed the same day.',
  conclusion: 'low_probability',
} as const;

export const exampleIncident = {
  id: 'inc_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  about: 'may_have_been_sent',
  names: [] as string[],
  session_ids: ['sess_01M7YRT2V0Q8J5C4W9N6B3XKDE' as const],
  opened: { by: 'officer@example.com', at: '2026-11-21T10:03:00.000Z', note: '' },
  assessed: {
    by: 'officer@example.com',
    at: '2026-11-21T10:20:00.000Z',
    ...exampleFactors,
  },
} as const;

/** Answer of `GET /api/v1/incidents`, newest first. */
export const IncidentList = pageOf(Incident).meta({
  id: 'IncidentList',
  examples: [{ data: [exampleIncident], next_cursor: null }],
});
export type IncidentList = z.infer<typeof IncidentList>;

export const OneIncident = z
  .object({ incident: Incident })
  .meta({ id: 'OneIncident', examples: [{ incident: exampleIncident }] });
export type OneIncident = z.infer<typeof OneIncident>;

/** Body of `POST /api/v1/incidents`. */
export const OpenIncident = z
  .strictObject({ about: z.enum(incidentThings), note })
  .meta({ id: 'OpenIncident', examples: [{ about: 'may_have_been_sent', note: '' }] });

/** Body of `POST /api/v1/incidents/{incident_id}/assessment`. */
export const AssessIncident = z
  .strictObject({ ...factors, conclusion })
  .meta({ id: 'AssessIncident', examples: [exampleFactors] });

/** A note of a person on something. */
export const NoteBody = z
  .strictObject({ note })
  .meta({ id: 'NoteBody', examples: [{ note: 'The provider signs it on Friday.' }] });

export const IncidentPath = z.object({
  incident_id: z.string().meta({
    description: 'Id of an incident: `inc_` and a ULID.',
    examples: [exampleIncident.id],
  }),
});

/** Answer of `POST /api/v1/attention/{about}/acknowledgement`. */
export const Acknowledged = z.object({ acknowledged: Deed }).meta({
  id: 'Acknowledged',
  examples: [{ acknowledged: exampleIncident.opened }],
});
