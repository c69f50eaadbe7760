import type { AgentConnectionView } from '../../contract/agent-connection.ts';
import type { Clock } from '../../ports/clock.ts';

type Contact = NonNullable<AgentConnectionView['heard']>;

/** The last requests that named each agent, in the memory of this process (decision 0103). */
export interface AgentContacts {
  readonly note: (agentId: string, outcome: 'heard' | 'refused', contact: Contact) => void;
  readonly of: (agentId: string) => AgentConnectionView;
}

/** Strangers can name any agent: of each outcome, the oldest contacts are forgotten beyond this many. */
const maxContacts = 1_000;

export function createAgentContacts(clock: Clock): AgentContacts {
  const since = new Date(clock.now()).toISOString();
  const heard = new Map<string, Contact>();
  const refused = new Map<string, Contact>();
  return {
    note: (agentId, outcome, contact) => {
      const contacts = outcome === 'heard' ? heard : refused;
      contacts.delete(agentId);
      contacts.set(agentId, contact);
      const [oldest] = contacts.keys();
      if (contacts.size > maxContacts && oldest !== undefined) contacts.delete(oldest);
    },
    of: (agentId) => ({
      since,
      heard: heard.get(agentId) ?? null,
      refused: refused.get(agentId) ?? null,
    }),
  };
}
