import type { Ticket, TicketStore } from '../../../server/adapters/oidc/tickets.ts';

/** Stores tickets in memory, until the process ends. */
export function memoryTickets(): TicketStore {
  const tickets = new Map<string, Ticket>();
  return {
    put: (hash, ticket) => {
      tickets.set(hash, ticket);
    },
    take: (hash) => {
      const ticket = tickets.get(hash);
      tickets.delete(hash);
      return ticket;
    },
    all: () => [...tickets],
  };
}
