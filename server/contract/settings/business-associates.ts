import { z } from 'zod';

const day = z.iso.date('must be a day such as 2026-01-31');

const exampleAssociate = {
  name: 'Example Voice',
  role: 'voice_platform' as const,
  upstreams: [],
  agreement: 'signed' as const,
  signed_on: '2026-01-31',
  reference: 'contract 114',
};

/** A party that handles protected health information for the clinic (45 CFR 160.103). */
export const BusinessAssociate = z
  .strictObject({
    name: z.string().trim().min(1).max(128),
    role: z.enum(['voice_platform', 'model_provider', 'hosting', 'other']),
    upstreams: z.array(z.string().min(1).max(128)).max(100).meta({
      description: 'The upstreams that a model provider serves; empty for all.',
    }),
    agreement: z.enum(['signed', 'none', 'unknown']),
    signed_on: day.optional(),
    expires_on: day.optional().meta({ description: 'The last day of the agreement.' }),
    reference: z.string().trim().max(256).optional().meta({
      description: 'Where the agreement is filed.',
    }),
  })
  .refine(({ agreement, expires_on }) => agreement === 'signed' || expires_on === undefined, {
    path: ['expires_on'],
    message: 'must be empty: only a signed agreement expires',
  })
  .meta({ id: 'BusinessAssociate', examples: [exampleAssociate] });
export type BusinessAssociate = z.infer<typeof BusinessAssociate>;

/** Body of `PUT /api/v1/settings/business-associates`. */
export const SetBusinessAssociates = z
  .strictObject({
    data: z.array(BusinessAssociate).max(100),
    replaces: z.array(BusinessAssociate).max(100).optional().meta({
      description:
        'The list that this one was made from: refused if another list is in force by now.',
    }),
  })
  .meta({ id: 'SetBusinessAssociates', examples: [{ data: [exampleAssociate] }] });

/** Answer of all methods of `/api/v1/settings/business-associates`. */
export const BusinessAssociates = z
  .object({
    data: z.array(BusinessAssociate),
    source: z.enum(['portal', 'file']).meta({
      description: 'A list that was made here is used instead of `business_associates.yaml`.',
    }),
  })
  .meta({
    id: 'BusinessAssociates',
    examples: [{ data: [exampleAssociate], source: 'portal' }],
  });
