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

/** Body of `POST /proxy/{agent_id}/oauth/token`, as a form (RFC 6749, 4.4.2). */
export const TokenRequest = z
  .object({
    grant_type: z.literal('client_credentials'),
    client_id: z.string().optional().meta({ description: 'The id of the agent.' }),
    client_secret: z.string().optional().meta({ description: 'A bearer token of the agent.' }),
    scope: z.literal('').optional(),
  })
  .meta({ id: 'TokenRequest', examples: [{ grant_type: 'client_credentials' }] });

/** A token that stands for a bearer token for a while (RFC 6749, 5.1). */
export const ShortLivedToken = z
  .object({
    access_token: z.string().meta({ description: 'Send it as `Authorization: Bearer`.' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'In seconds.' }),
  })
  .meta({
    id: 'ShortLivedToken',
    examples: [{ access_token: 'an-invented-token', token_type: 'Bearer', expires_in: 3600 }],
  });

/** An error of a client of OAuth 2.0 (RFC 6749, 5.2). */
export const OAuthError = z
  .object({
    error: z.enum(['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope']),
    error_description: z.string(),
  })
  .meta({
    id: 'OAuthError',
    examples: [
      {
        error: 'invalid_client',
        error_description: 'the client is none of this agent, or was revoked',
      },
    ],
  });
export type OAuthError = z.infer<typeof OAuthError>;

/** Answer of `GET /api/v1/agents/{agent_id}/tokens`. */
export const BearerTokenPage = pageOf(BearerToken).meta({
  id: 'BearerTokenPage',
  examples: [{ data: [exampleToken], next_cursor: null }],
});
export type BearerTokenPage = z.infer<typeof BearerTokenPage>;
