import type { Rule } from './rule.ts';

export const stateRules: readonly Rule[] = [
  { id: 'Agent lifecycle 1', says: 'a created agent is usable at once' },
  { id: 'Agent lifecycle 2', says: 'a deleted agent answers new proxy requests with 404 at once' },
  { id: 'Agent lifecycle 3', says: 'requests in flight finish when their agent is deleted' },
  { id: 'Agent lifecycle 4', says: 'deleting keeps sessions and vault, and appends agent_deleted' },
  { id: 'Agent lifecycle 5', says: 'a deletion is not reversible: a second one finds nothing' },
  {
    id: 'Web session lifecycle 1',
    says: 'completing the callback sets svc_session and redirects to /portal',
  },
  { id: 'Web session lifecycle 2', says: 'any authenticated request renews it' },
  {
    id: 'Web session lifecycle 3',
    says: 'logout answers 204, clears the cookie and kills the session for good',
  },
  {
    id: 'Web session lifecycle 4',
    says: 'after 30 days without a request it is 401 unauthenticated',
  },
  { id: 'Session status 1', says: 'ok: every reply was completed', settled: 'design D29' },
  {
    id: 'Session status 2',
    says: 'partial: some reply was cut, or a token failed to restore',
    settled: 'design D29',
  },
  { id: 'Session status 3', says: 'error: no reply was delivered', settled: 'design D29' },
];
