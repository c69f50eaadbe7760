import { issuerOf } from './embedded-provider.ts';
import type { Tickets } from './tickets.ts';

/** A link that signs in `login` once, within 15 minutes. `baseUrl` has no trailing slash. */
export function signInLink(baseUrl: string, tickets: Tickets, login = 'owner'): string {
  return `${issuerOf(baseUrl)}/sign-in?ticket=${tickets.issue(login)}`;
}
