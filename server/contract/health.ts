import { z } from 'zod';

/** Body of `GET /health`: 200 when `ok`, 503 with reasons when not. Reasons are fixed phrases. */
export const Health = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    version: z.string(),
    reasons: z.array(z.string()).optional(),
  })
  .meta({ id: 'Health', examples: [{ status: 'ok', version: '0.1.0' }] });
export type Health = z.infer<typeof Health>;
