import { z } from 'zod';

const exampleTest = {
  upstream: 'provider:model-small',
  reachable: true,
  accepted: true,
  status: 200,
  latency_ms: 84,
  message: 'The provider took the key and listed its models.',
};

/** Body of `POST /api/v1/upstreams/test`. */
export const TestUpstream = z
  .strictObject({ upstream: z.string().min(1).max(128) })
  .meta({ id: 'TestUpstream', examples: [{ upstream: exampleTest.upstream }] });

/** Answer of `POST /api/v1/upstreams/test`. */
export const UpstreamTest = z
  .object({
    upstream: z.string(),
    reachable: z.boolean(),
    accepted: z.boolean().meta({ description: 'Whether the provider took the key.' }),
    status: z.int().optional().meta({ description: 'The HTTP status of its answer.' }),
    latency_ms: z.int().optional(),
    message: z.string().meta({ description: 'What that means.' }),
    answer: z.string().optional().meta({
      description: 'The error that the provider named, without anything that looks like a key.',
    }),
  })
  .meta({ id: 'UpstreamTest', examples: [exampleTest] });
export type UpstreamTest = z.infer<typeof UpstreamTest>;
