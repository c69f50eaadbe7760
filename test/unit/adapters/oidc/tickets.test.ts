import { createSecretKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ticketFolder } from '../../../../server/adapters/oidc/ticket-folder.ts';
import { createTickets, type TicketStore } from '../../../../server/adapters/oidc/tickets.ts';
import { memoryTickets } from '../../../support/memory/tickets.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-tickets-'));
  folders.push(folder);
  return join(folder, 'sign-in');
}

const minute = 60_000;

describe.each<[string, () => TicketStore]>([
  ['in memory', memoryTickets],
  ['in a folder', () => ticketFolder(place(), key)],
])('one-time tickets %s (decision 0010)', (_where, open) => {
  const start = () => {
    const time = { now: 1_000_000 };
    const store = open();
    return { time, store, tickets: createTickets(store, () => time.now) };
  };

  it('sign in their login once', () => {
    const { tickets } = start();
    const [ada, bob] = [tickets.issue('ada'), tickets.issue('bob')];
    expect(ada).toMatch(/^[\w-]{43}$/);
    expect([tickets.spend(bob), tickets.spend(ada)]).toEqual(['bob', 'ada']);
    expect([tickets.spend(bob), tickets.spend(ada)]).toEqual([undefined, undefined]);
  });

  it('are refused when invented', () => {
    const { tickets } = start();
    tickets.issue('ada');
    expect(tickets.spend('A'.repeat(43))).toBeUndefined();
    expect(tickets.spend('')).toBeUndefined();
    expect(tickets.outstanding()).toBe(true);
  });

  it('expire after 15 minutes', () => {
    const { tickets, time } = start();
    const [early, late] = [tickets.issue('ada'), tickets.issue('ada')];
    time.now += 15 * minute - 1;
    expect(tickets.spend(early)).toBe('ada');
    time.now += 1;
    expect(tickets.outstanding()).toBe(false);
    expect(tickets.spend(late)).toBeUndefined();
  });

  it('number at most 32: expired tickets and the oldest are removed', () => {
    const { store, tickets, time } = start();
    const first = tickets.issue('ada');
    time.now += 1;
    for (let count = 0; count < 32; count += 1) tickets.issue('ada');
    expect(store.all()).toHaveLength(32);
    expect(tickets.spend(first)).toBeUndefined();
    time.now += 16 * minute;
    tickets.issue('ada');
    expect(store.all()).toHaveLength(1);
  });
});

describe('a folder of tickets (decision 0010)', () => {
  const now = () => 1_000_000;

  it('survives the process, and a ticket can be spent in one process only', () => {
    const folder = place();
    const [one, other] = [ticketFolder(folder, key), ticketFolder(folder, key)];
    const ticket = createTickets(one, now).issue('ada');
    expect(createTickets(other, now).spend(ticket)).toBe('ada');
    expect(createTickets(one, now).spend(ticket)).toBeUndefined();
  });

  it('does not contain the ticket, and only its owner can read it', () => {
    const folder = place();
    const ticket = createTickets(ticketFolder(folder, key), now).issue('ada');
    const [name = ''] = readdirSync(folder);
    expect(`${name}${readFileSync(join(folder, name), 'utf8')}`).not.toContain(ticket);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it.each<[string, (content: string) => string]>([
    ['another login', (content) => content.replace('ada', 'eve')],
    ['a later end', (content) => content.replace('1900000', '9900000')],
    ['no MAC', (content) => content.split('\n')[1] ?? ''],
    ['nothing in it', () => ''],
  ])('ignores a file without a valid MAC: %s', (_case, change) => {
    const folder = place();
    const tickets = createTickets(ticketFolder(folder, key), now);
    const ticket = tickets.issue('ada');
    const file = join(folder, readdirSync(folder)[0] ?? '');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, change(before));
    expect(readFileSync(file, 'utf8')).not.toBe(before);
    expect(tickets.outstanding()).toBe(false);
    expect(tickets.spend(ticket)).toBeUndefined();
  });

  it('ignores a ticket under another file name', () => {
    const folder = place();
    const tickets = createTickets(ticketFolder(folder, key), now);
    tickets.issue('ada');
    const [name = ''] = readdirSync(folder);
    const content = readFileSync(join(folder, name));
    const ticket = tickets.issue('eve');
    const others = readdirSync(folder).filter((other) => other !== name);
    writeFileSync(join(folder, others[0] ?? ''), content);
    expect(tickets.spend(ticket)).toBeUndefined();
  });

  it('ignores a ticket of another installation', () => {
    const folder = place();
    const ticket = createTickets(ticketFolder(folder, key), now).issue('ada');
    const stranger = ticketFolder(folder, createSecretKey(Buffer.alloc(32, 8)));
    expect(createTickets(stranger, now).spend(ticket)).toBeUndefined();
  });
});
