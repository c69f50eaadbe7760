import { z } from 'zod';
import { exposureOutcomes } from '../domain/exposure.ts';

const count = z.int().min(0);
const counts = z.record(z.string(), count).readonly();

const example = {
  outcome: 'by_policy' as const,
  in_clear_by_kind: { DATE: 2 },
  in_clear_values_by_kind: { DATE: 1 },
  requests: 9,
  requests_not_recorded: 0,
  requests_blocked: 0,
  requests_reported: 0,
  requests_without_names: 0,
  languages: [],
};

/** What the model got in the clear in a turn or a call, as its events say (decision 0085). */
export const Exposure = z
  .object({
    outcome: z.enum(exposureOutcomes).meta({
      description:
        'The worst that happened, in this order. `may_have_been_sent`: a request was sent with text that may be an identifier (`requests_reported`); `by_policy`: identifiers were sent in the clear, as the policy allows; `unreadable`: something encoded could not be read; `not_recorded`: an older version wrote the events; `stopped`: a request with an identifier was stopped before it was sent (`requests_blocked`); `nothing_found`: nothing was found in the clear; `not_run`: no request was scanned, and none was sent.',
    }),
    in_clear_by_kind: counts.meta({ description: 'Places at which a value was sent.' }),
    in_clear_values_by_kind: counts.meta({ description: 'Values, each counted once in a call.' }),
    requests: count.meta({ description: 'Requests that the leak scan read.' }),
    requests_not_recorded: count.meta({
      description: 'Requests of an older version, which did not record what it left in the clear.',
    }),
    requests_blocked: count,
    requests_reported: count,
    requests_without_names: count.meta({
      description: 'Requests in which no model looked for names.',
    }),
    languages: z.array(z.string()).readonly().meta({
      description: 'Languages of the caller that the policy does not cover: BCP 47 tags.',
    }),
    unreadable: count.optional().meta({
      description: 'Encoded stretches that the leak scan could not read; absent for none.',
    }),
  })
  .readonly()
  .meta({ id: 'Exposure', examples: [example] });
export type Exposure = z.infer<typeof Exposure>;
export type ExposureOutcome = Exposure['outcome'];
