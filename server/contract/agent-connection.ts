import { z } from 'zod';
import { Timestamp } from './ids.ts';
import type { ViewOf } from './wire-form.ts';

const exampleContact = {
  at: '2026-11-21T10:12:31.000Z',
  client: 'OpenAI/Python',
  ingress: 'proxy',
  path: '/v1/chat/completions',
  code: null,
  message: null,
};

/** One request of a caller to an agent; never text of a call. */
const AgentContact = z
  .object({
    at: Timestamp,
    client: z.string().nullable().meta({
      description: 'The product that `User-Agent` names, without its version; null without one.',
    }),
    ingress: z.string().meta({
      description: "The path before the agent's id: `proxy`, `voice/webhook` and so on.",
    }),
    path: z.string().meta({
      description: "The path after the agent's id, up to the first word that no client's path has.",
    }),
    code: z.string().nullable().meta({ description: 'Code of the error; null for an answer.' }),
    message: z.string().nullable().meta({ description: 'Message of the error.' }),
  })
  .meta({ id: 'AgentContact', examples: [exampleContact] });
export type AgentContact = z.infer<typeof AgentContact>;

/** Answer of `GET /api/v1/agents/{agent_id}/connection`. */
export const AgentConnection = z
  .object({
    since: Timestamp.meta({
      description: 'When this process began to listen. It remembers requests only until it ends.',
    }),
    heard: AgentContact.nullable().meta({
      description: 'The last request with a valid credential, whether it succeeded or not.',
    }),
    refused: AgentContact.nullable().meta({
      description: 'The last request without a valid credential, or with a wrong path.',
    }),
  })
  .meta({
    id: 'AgentConnection',
    examples: [{ since: '2026-11-21T09:00:00.000Z', heard: exampleContact, refused: null }],
  });
export type AgentConnection = z.infer<typeof AgentConnection>;

/** The same as the service keeps it. */
export type AgentConnectionView = ViewOf<AgentConnection>;
