import { z } from 'zod';
import { BearerTokenId, GivenName, Timestamp } from './ids.ts';
import { pageOf } from './pagination.ts';

const tokenFields = {
  id: BearerTokenId,
  created_at: Timestamp,
  name: z.string().meta({ description: 'The name that its creator gave; may be empty.' }),
  last_four: z.string().meta({ description: 'The last characters of the secret.' }),
};

const exampleToken = {
  id: 'btk_01M7YRT5J3M7X9P1Q4R6T8V0W2',
  created_at: '2026-11-21T09:45:00.000Z',
  name: 'voice platform',
  last_four: 'x7Qk',
};

export const BearerToken = z
  .object(tokenFields)
  .meta({ id: 'BearerToken', examples: [exampleToken] });
export type BearerToken = z.infer<typeof BearerToken>;

/** Body of `POST /api/v1/agents/{agent_id}/tokens`; optional. */
export const CreateBearerToken = z
  .strictObject({ name: GivenName.optional() })
  .nullish()
  .meta({ id: 'CreateBearerToken', examples: [{ name: 'voice platform' }] });

/** Answer of `POST /api/v1/agents/{agent_id}/tokens`, the only one that has the secret (design D36). */
export const CreatedBearerToken = z
  .object({
    token: z.object({
      ...tokenFields,
      secret: z
        .string()
        .meta({ description: 'Send it as `Authorization: Bearer`. Only this answer shows it.' }),
    }),
  })
  .meta({
    id: 'CreatedBearerToken',
    examples: [{ token: { ...exampleToken, secret: 'an-invented-secret-x7Qk' } }],
  });

export type CreatedBearerToken = z.infer<typeof CreatedBearerToken>;

/** Answer of `GET /api/v1/agents/{agent_id}/tokens`. */
export const BearerTokenPage = pageOf(BearerToken).meta({
  id: 'BearerTokenPage',
  examples: [{ data: [exampleToken], next_cursor: null }],
});
export type BearerTokenPage = z.infer<typeof BearerTokenPage>;
