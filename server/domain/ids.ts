/** Prefixed ULIDs (spec, Conventions). */
export type AgentId = `agt_${string}`;
export type SessionId = `sess_${string}`;
export type EventId = `evt_${string}`;
export type RequestId = `req_${string}`;
export type UserId = `usr_${string}`;
export type WebSessionId = `web_${string}`;
export type BearerTokenId = `btk_${string}`;
export type RosterImportId = `imp_${string}`;
export type MarkId = `mark_${string}`;
export type IncidentId = `inc_${string}`;
export type PolicyVersionId = `pol_${string}`;
/** One call of a function. */
export type RunId = `run_${string}`;

export type IdPrefix =
  | 'agt'
  | 'sess'
  | 'evt'
  | 'rep'
  | 'req'
  | 'usr'
  | 'web'
  | 'btk'
  | 'imp'
  | 'mark'
  | 'pol'
  | 'rule'
  | 'sched'
  | 'alr'
  | 'run'
  | 'inc';

/** Sorts after every id with this prefix. */
export function afterAllIds(prefix: IdPrefix): string {
  return `${prefix}_~`;
}
