import type { Ticket, TicketStore } from './tickets.ts';

/** Tickets that end with the process. */
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
