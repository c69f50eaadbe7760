import { z } from 'zod';
import { SessionId } from './ids.ts';
import { TurnView } from './live.ts';

const exampleTranscript = {
  session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  payloads: 'not_kept',
  turns: [],
};

/** A past call on both sides, as far as its policy kept the texts (design D28). */
export const Transcript = z
  .object({
    session_id: SessionId,
    /**
     * `kept`, `not_kept`, `erased`, `key_missing` (the key id is no longer configured) or `damaged`
     * (some of what the journal names is gone or changed). Turns come without texts that are not there.
     */
    payloads: z.string(),
    turns: z.array(TurnView).readonly(),
  })
  .meta({ id: 'Transcript', examples: [exampleTranscript] });
export type Transcript = z.infer<typeof Transcript>;

export const OneTranscript = z
  .object({ transcript: Transcript })
  .meta({ id: 'OneTranscript', examples: [{ transcript: exampleTranscript }] });
