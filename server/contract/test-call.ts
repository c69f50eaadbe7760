import { z } from 'zod';
import { SessionId } from './ids.ts';

/** Answer of `POST /api/v1/agents/{agent_id}/test-call`. */
export const TestCallResult = z
  .object({
    session_id: SessionId,
    said: z.string().meta({ description: 'What the invented caller says.' }),
    sent: z.string().meta({ description: 'What the `stub` model was sent of it.' }),
    heard: z.string().meta({ description: 'What the caller hears: the reply, restored.' }),
  })
  .meta({
    id: 'TestCallResult',
    examples: [
      {
        session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
        said: 'my number is 202 555 0143',
        sent: 'my number is TOK1.PHONE.K_HEALTHCARE.1Y7M3QZ8K5W2R9T4',
        heard: 'You said: my number is 202 555 0143',
      },
    ],
  });
export type TestCallResult = z.infer<typeof TestCallResult>;
