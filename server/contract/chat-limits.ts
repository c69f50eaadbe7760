import type { z } from 'zod';

/**
 * Most entries of each list of a chat request (design D43), far above what clients send. A call of an hour has
 * some 1,000 messages, with a part or two each; OpenAI takes 128 tools and 4 stop sequences.
 */
export const chatLimits = { messages: 4_096, parts: 64, toolCalls: 128, tools: 512, stop: 16 } as const;

/** The schema, which also refuses a list of more than so many entries. */
export function atMost<S extends z.ZodType>(most: number, schema: S): S {
  return schema.refine(
    (value) => !Array.isArray(value) || value.length <= most,
    `must have at most ${most} entries`,
  ) as S;
}
