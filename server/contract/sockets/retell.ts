import { z } from 'zod';
import { chatLimits } from '../chat.ts';

/** A platform may add fields, such as the times of words. */
const Utterance = z.object({ role: z.string(), content: z.string() });
export type RetellUtterance = z.infer<typeof Utterance>;

const asked = {
  response_id: z.int().min(0),
  transcript: z.array(Utterance).max(chatLimits.messages),
};

/**
 * Messages of Retell to a custom LLM (Retell's documentation, LLM WebSocket) on which the service acts. It
 * ignores all others, such as `update_only`.
 */
export const RetellMessage = z.discriminatedUnion('interaction_type', [
  z.object({ interaction_type: z.literal('response_required'), ...asked }),
  /** The caller has been silent for some time. */
  z.object({ interaction_type: z.literal('reminder_required'), ...asked }),
  z.object({ interaction_type: z.literal('ping_pong'), timestamp: z.number() }),
  z.object({
    interaction_type: z.literal('call_details'),
    call: z.looseObject({
      direction: z.string().optional(),
      from_number: z.string().optional(),
      to_number: z.string().optional(),
    }),
  }),
]);
export type RetellMessage = z.infer<typeof RetellMessage>;
export type RetellQuestion = Extract<RetellMessage, { transcript: unknown }>;
