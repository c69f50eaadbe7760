import { z } from 'zod';
import { AgentId, SessionId, Timestamp } from '../ids.ts';
import { PolicyText } from '../policy.ts';
import { toWire, type ViewOf } from '../wire-form.ts';

/** Body of `POST /api/v1/policies/preview`. */
export const PreviewedPolicy = z
  .strictObject({
    policy_yaml: PolicyText,
    agent_id: AgentId.optional().meta({
      description: 'The agent that would get this policy; absent: all that follow the global one.',
    }),
  })
  .meta({
    id: 'PreviewedPolicy',
    examples: [{ policy_yaml: 'name: clinic\nversion: 1\nkid: K_HEALTHCARE\n' }],
  });

const Counts = z.record(z.string(), z.int().positive());
const Span = z.tuple([z.int(), z.int()]).readonly();

const ChangedPlace = z.object({
  kind: z.string(),
  change: z.enum(['masked', 'unmasked']),
  sent_span: Span,
  would_be_span: Span,
});

const ChangedText = z.object({
  session_id: SessionId,
  turn: z.int().nonnegative(),
  role: z.string(),
  sent: z.string().meta({ description: 'As it was sent, with placeholders in place of tokens.' }),
  would_be: z.string().meta({
    description: 'The same with the kind of each newly masked value in its place.',
  }),
  places: z.array(ChangedPlace),
});
export type ChangedText = z.infer<typeof ChangedText>;

/** Answer of `POST /api/v1/policies/preview`. */
export const PolicyPreview = z
  .object({
    since: Timestamp,
    calls: z.int().nonnegative(),
    texts: z.int().nonnegative().meta({ description: 'Kept texts that the policy was tried on.' }),
    complete: z.boolean().meta({ description: 'False where there were more.' }),
    newly_masked: Counts.meta({ description: 'Places by kind.' }),
    no_longer_masked: Counts,
    changed: z.array(ChangedText).meta({ description: 'The first 50 of them.' }),
  })
  .meta({
    id: 'PolicyPreview',
    examples: [
      {
        since: '2026-11-14T10:00:00.000Z',
        calls: 1,
        texts: 2,
        complete: true,
        newly_masked: { DATE: 1 },
        no_longer_masked: {},
        changed: [
          {
            session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
            turn: 0,
            role: 'user',
            sent: 'this is [NAME_01], for june third',
            would_be: 'this is [NAME_01], for [DATE]',
            places: [
              { kind: 'DATE', change: 'masked', sent_span: [23, 33], would_be_span: [23, 29] },
            ],
          },
        ],
      },
    ],
  });
export type PolicyPreview = z.infer<typeof PolicyPreview>;

type PreviewView = Omit<ViewOf<PolicyPreview>, 'changed'> & {
  readonly changed: readonly (Omit<ViewOf<ChangedText>, 'places'> & {
    readonly places: readonly ViewOf<z.infer<typeof ChangedPlace>>[];
  })[];
};

export function policyPreviewToWire(preview: PreviewView): PolicyPreview {
  const changed = preview.changed.map((text) => {
    const places = text.places.map((place) => toWire(ChangedPlace, place));
    return toWire(ChangedText, { ...text, places });
  });
  return toWire(PolicyPreview, { ...preview, changed });
}
