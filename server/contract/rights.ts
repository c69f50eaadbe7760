import type { UserRecord } from './access.ts';

type Role = UserRecord['role'];

/**
 * - `reveal`: see real values, and mark mistakes of detection.
 * - `mask`: have texts about a call masked.
 * - `unmask`: have the values of a call put back into masked texts.
 * - `review`: read who did what, export the journal, decide about marks, place legal holds.
 * - `settings`: change agents and their bearer tokens, the clinic's settings, and what is pruned.
 * - `admin`: everything else, such as roles and deletions.
 */
export type Right = 'reveal' | 'mask' | 'unmask' | 'review' | 'settings' | 'admin';

/** What each role may do (decision 0088). */
const rightsOf: Readonly<Record<Role, readonly Right[]>> = {
  viewer: [],
  compliance: ['reveal', 'mask', 'unmask', 'review'],
  it: ['settings'],
  admin: ['reveal', 'mask', 'unmask', 'review', 'settings', 'admin'],
};

export function hasRight(role: Role, right: Right): boolean {
  return rightsOf[role].includes(right);
}

/** The roles that have a right. */
export function rolesWith(right: Right): readonly Role[] {
  return (Object.keys(rightsOf) as Role[]).filter((role) => hasRight(role, right));
}

/**
 * Who may use each operation behind the sign-in: the people with a right, or all who are signed in.
 * The service enforces it, the portal offers what it allows, and the OpenAPI document names it
 * (decision 0107). An operation that is not here cannot be registered.
 */
export const operationRights = {
  acknowledgeAttention: 'review',
  acknowledgeGap: 'admin',
  addMark: 'reveal',
  assessIncident: 'review',
  /** People who may see real values may read drawn calls. */
  checkCall: 'reveal',
  changeCallRemarks: 'review',
  closeIncident: 'review',
  createAgent: 'settings',
  createAlertRule: 'settings',
  createBearerToken: 'settings',
  createReportSchedule: 'review',
  createSignInLink: 'admin',
  decideMark: 'review',
  /** An admin; the author may reject it, too. */
  decidePolicyVersion: 'signed_in',
  deleteAgent: 'admin',
  deleteAlertRule: 'settings',
  deleteBusinessAssociates: 'settings',
  deleteReportSchedule: 'review',
  deleteRoster: 'admin',
  diffPolicy: 'signed_in',
  downloadActivity: 'review',
  downloadTranscript: 'mask',
  endReveals: 'signed_in',
  eraseSessionPayloads: 'admin',
  exportAudit: 'review',
  exportSessions: 'signed_in',
  getAgent: 'signed_in',
  getAgentActivity: 'signed_in',
  getAgentConnection: 'signed_in',
  getAgentReport: 'review',
  getAlertSettings: 'settings',
  getAudit: 'signed_in',
  getBusinessAssociates: 'settings',
  /** The note only for people who may review. */
  getCallRemarks: 'signed_in',
  getClinic: 'signed_in',
  getDemo: 'signed_in',
  getEventProof: 'signed_in',
  /** With real values only under a reveal, with those of a suggestion only for people who may reveal. */
  getMark: 'signed_in',
  getFunctionSecret: 'settings',
  getMe: 'signed_in',
  getOpenApi: 'signed_in',
  getOverview: 'signed_in',
  getPolicyCoverage: 'signed_in',
  getPolicyVersion: 'signed_in',
  getReport: 'review',
  getReportArchive: 'review',
  getRetention: 'settings',
  getRoster: 'admin',
  getRosterImport: 'admin',
  getSession: 'signed_in',
  getSessionReport: 'signed_in',
  getTranscriptSecret: 'settings',
  /** With real values only under a reveal. */
  getSessionTranscript: 'signed_in',
  getSystem: 'signed_in',
  importRoster: 'admin',
  listActivity: 'review',
  listAdmins: 'signed_in',
  listAgents: 'signed_in',
  listAgentSessions: 'signed_in',
  listAlerts: 'settings',
  listBearerTokens: 'signed_in',
  listIncidents: 'review',
  listLegalHolds: 'review',
  listMarks: 'signed_in',
  listPeople: 'review',
  listPolicies: 'signed_in',
  listPolicyVersions: 'signed_in',
  listReportSchedules: 'review',
  listSamples: 'reveal',
  listSessionEvents: 'signed_in',
  listSessions: 'signed_in',
  listUsers: 'admin',
  listWebSessions: 'admin',
  makeTestCall: 'signed_in',
  maskTexts: 'mask',
  openIncident: 'review',
  placeLegalHold: 'review',
  playDemoCall: 'signed_in',
  playDemoDay: 'signed_in',
  previewPolicy: 'signed_in',
  previewReload: 'admin',
  proposePolicy: 'signed_in',
  putAlertRule: 'settings',
  putAlertSettings: 'settings',
  putBusinessAssociates: 'settings',
  putClinic: 'settings',
  releaseLegalHold: 'review',
  reloadPolicy: 'admin',
  removeDemo: 'signed_in',
  removeRosterPerson: 'admin',
  retryAlert: 'settings',
  revokeBearerToken: 'settings',
  revokeWebSession: 'admin',
  runRetention: 'settings',
  sayKeysStored: 'admin',
  searchRoster: 'reveal',
  searchSessions: 'reveal',
  searchSessionTexts: 'signed_in',
  signOut: 'signed_in',
  startReveal: 'reveal',
  testAlertRule: 'settings',
  testFunction: 'settings',
  testUpstream: 'settings',
  tryPolicy: 'signed_in',
  unmaskTexts: 'unmask',
  updateAgent: 'settings',
  updateUser: 'admin',
  validatePolicy: 'signed_in',
  verifyAudit: 'signed_in',
  verifyAuditInApi: 'signed_in',
  /** With real values only under a reveal. */
  watchLive: 'signed_in',
} as const satisfies Readonly<Record<string, Right | 'signed_in'>>;

export type Operation = keyof typeof operationRights;

export function isOperation(name: string): name is Operation {
  return Object.hasOwn(operationRights, name);
}

/** Whether people of this role may use an operation. */
export function mayUse(role: Role, operation: Operation): boolean {
  const right: Right | 'signed_in' = operationRights[operation];
  return right === 'signed_in' || hasRight(role, right);
}
