import { z } from 'zod';

/**
 * Messages of Twilio's ConversationRelay (Twilio's documentation, WebSocket messages) on which the service
 * acts. It ignores all others.
 */
export const TwilioMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('setup'),
    callSid: z.string().min(1).max(256),
    from: z.string().optional(),
    to: z.string().optional(),
    direction: z.string().optional(),
    /** Telnyx names the call in a field of its own too. */
    callControlId: z.string().optional(),
  }),
  /** `last: false`: the caller is still speaking. */
  z.object({
    type: z.literal('prompt'),
    voicePrompt: z.string(),
    last: z.boolean().default(true),
    /** The language in which the platform understood the caller, as `es-US`. */
    lang: z.string().max(64).optional(),
  }),
  z.object({ type: z.literal('interrupt'), utteranceUntilInterrupt: z.string().default('') }),
  z.object({ type: z.literal('dtmf'), digit: z.string().regex(/^[0-9*#A-D]$/, 'must be one key') }),
  /** Twilio refused a message of ours. Its description may quote what was said. */
  z.object({ type: z.literal('error') }),
]);
export type TwilioMessage = z.infer<typeof TwilioMessage>;
