import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { PolicyChanges } from '../../agents/policy-changes.ts';
import type { Policies } from '../../agents/policy-store.ts';
import type { Alerts } from '../../alerts/alerts.ts';
import type { UpstreamTest } from '../../contract/settings/upstream-test.ts';
import type { OneDemo, SystemView } from '../../contract/system.ts';
import type { ViewOf } from '../../contract/wire-form.ts';
import type { Agent } from '../../domain/agent.ts';
import type { AgentId } from '../../domain/ids.ts';
import type { Policy } from '../../domain/policy.ts';
import type { CallSamples } from '../../domain/reports/call-samples.ts';
import type { ReportSchedules } from '../../domain/reports/schedule.ts';
import type { Secret } from '../../domain/secret.ts';
import type { SessionSummary } from '../../domain/session.ts';
import type { BusinessAssociate } from '../../domain/settings/business-associate.ts';
import type { Clinic } from '../../domain/settings/clinic.ts';
import type { HandledThings } from '../../domain/settings/handled-things.ts';
import type { KeysStored } from '../../domain/settings/keys-stored.ts';
import type { LiveFeed } from '../../live-view/live-feed.ts';
import type { Replays } from '../../live-view/replays.ts';
import type { CallTexts } from '../../pipeline/call-texts.ts';
import type { MarkInCall } from '../../pipeline/mark-in-call.ts';
import type { Playground } from '../../pipeline/policy-playground.ts';
import type { RunTestCall } from '../../pipeline/test-call.ts';
import type { Agents, BearerTokens } from '../../ports/agents.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import type { Ids } from '../../ports/ids.ts';
import type {
  ActivityRecords,
  Journal,
  JournalAttestation,
  JournalGap,
} from '../../ports/journal.ts';
import type { Marks, Remarks } from '../../ports/marks.ts';
import type { Payloads } from '../../ports/payloads.ts';
import type { FunctionCaller } from '../../ports/receivers/function-caller.ts';
import type { SessionSummaries } from '../../ports/session-summaries.ts';
import type { User, Users } from '../../ports/users.ts';
import type { WebSessions } from '../../ports/web-sessions.ts';
import type { AgentStats } from '../../projections/agent-stats.ts';
import type { PolicyCoverageRow } from '../../projections/report/policy-coverage.ts';
import type { RosterAdmin } from '../../roster-import/roster-admin.ts';
import type { CallSearch } from '../../sessions/call-search.ts';
import type { ChainChecks } from '../../sessions/chain-checks.ts';
import type { HoldRegister } from '../../sessions/legal-holds.ts';
import type { PeriodReports } from '../../sessions/period-reports.ts';
import type { PreviewPolicy } from '../../sessions/policy-preview.ts';
import type { Retention } from '../../sessions/retention.ts';
import type { SessionReports } from '../../sessions/session-reports.ts';
import type { WordIndexing } from '../../sessions/word-indexing.ts';
import type { AssociatesSetting } from '../../settings/business-associates.ts';
import type { StoredSetting } from '../../settings/stored-setting.ts';
import type { AgentContacts } from './agent-contacts.ts';
import type { RateLimits } from './rate-limit.ts';

/** A set of routes, registered in its own scope. */
export type Routes = (scope: FastifyInstance) => Promise<void>;

export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** What both listeners need. */
export interface ServerDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly version: string;
  /** Why calls cannot be served now, as fixed phrases; empty when they can. */
  readonly health: () => readonly string[];
  /** Who called the agents lately; both listeners note it. */
  readonly contacts: AgentContacts;
  /** From `createLogger`. */
  readonly logger: FastifyBaseLogger;
  /** Called with each answered request: the route's pattern, never the path of the request. */
  readonly onAnswered?: (answer: AnsweredRequest) => void;
  /** The proxy and webhook routes; never behind the cookie, host or origin checks. */
  readonly proxy: Routes;
  /** The rates of the hosted service (spec, Limits); absent on a self-hosted one. */
  readonly rateLimits?: RateLimits;
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer };
}

/** Figures about the service, for a client that shows the token. */
export interface MetricsEndpoint {
  readonly token: Secret<string>;
  readonly contentType: string;
  /** In the Prometheus text format. */
  read(): Promise<string>;
}

/** Calls of invented people, in a service of their own beside this one (decision 0181). */
export interface Demo {
  state(): OneDemo['demo'];
  /**
   * Begins to play; resolves when the demo can be looked at. While something is played, another request to
   * play changes nothing. A day replaces what was played before.
   */
  play(what: 'call' | 'day'): Promise<void>;
  /** Ends the demo and deletes all of it; does nothing without one. */
  remove(): Promise<void>;
  /** Answers a request to the demo's own API, on behalf of anybody; false without a demo. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/** What the management listener needs; each file of routes takes its own part. */
export interface HttpDeps extends ServerDeps {
  readonly agents: Agents;
  /** Who handles protected health information for the clinic. */
  readonly associates: () => Promise<readonly BusinessAssociate[]>;
  readonly bearerTokens: BearerTokens;
  readonly associatesSetting: StoredSetting<AssociatesSetting>;
  /** The parties of `business_associates.yaml`. */
  readonly associatesFile: readonly BusinessAssociate[];
  /** Asks a configured provider whether it takes the key. */
  readonly testUpstream: (name: string) => Promise<ViewOf<Omit<UpstreamTest, 'upstream'>>>;
  readonly alerts: Pick<Alerts, 'settings' | 'messages' | 'retry' | 'test'>;
  readonly clinic: StoredSetting<Clinic>;
  readonly keysStored: StoredSetting<KeysStored>;
  readonly handledThings: StoredSetting<HandledThings>;
  readonly callSamples: StoredSetting<CallSamples>;
  readonly summaries: SessionSummaries;
  readonly callSearch: CallSearch;
  readonly wordIndexing: Pick<WordIndexing, 'catchUp' | 'change' | 'inOrder' | 'missing'>;
  readonly refoldSession: (call: Pick<SessionSummary, 'id' | 'agentName'>) => Promise<void>;
  readonly remarks: Remarks;
  readonly users: Users;
  readonly webSessions: WebSessions;
  readonly identity: IdentityProvider;
  readonly journal: Journal;
  /** What people did, out of the journal. */
  readonly activity: ActivityRecords;
  /** The journal's signed checkpoints and its export. */
  readonly attestation: JournalAttestation;
  /** Set while lost events are not acknowledged (design D23). */
  readonly journalGap: () => JournalGap | undefined;
  /** How the last verification of the journal by this process ended, and when. */
  readonly lastVerification: ChainChecks['last'];
  /** Journals that `actor` acknowledges the lost events; calls are served again (design D23). */
  readonly acknowledgeGap: (actor: string) => Promise<void>;
  readonly policies: Policies;
  readonly policyChanges: PolicyChanges;
  /** Decodes a policy of any time, also without its key; undefined when its form is not known any more. */
  readonly readPolicy: (yaml: string) => Policy | undefined;
  readonly coverageOf: (policy: Policy) => readonly PolicyCoverageRow[];
  /** Takes over what another replica changed of agents and policies. */
  readonly refreshSettings: () => Promise<void>;
  /** What a policy does with a text that a user tries; keeps nothing. */
  readonly tryPolicy: Playground;
  /** What a model would read of a function's answer outside a call; knows the roster, keeps nothing. */
  readonly maskAnswer: Playground;
  /** What a policy would have changed in kept calls. */
  readonly previewPolicy: PreviewPolicy;
  /** Whether an upstream skips the model pass, as the stub does. */
  readonly patternsOnly: (upstream: string) => boolean;
  /** Configured upstream names, such as `stub`. */
  readonly upstreams: readonly string[];
  readonly agentStats: (id: AgentId) => Promise<AgentStats>;
  readonly testCall: RunTestCall;
  readonly functions: Pick<FunctionCaller, 'call'>;
  /** Signs what goes to the functions of an agent: `whsec_` and base64. */
  readonly functionSecret: (agent: Pick<Agent, 'id'>) => string;
  /** Signs the transcripts of an agent, in the same form. */
  readonly transcriptSecret: (agent: Pick<Agent, 'id'>) => string;
  readonly reports: SessionReports;
  readonly periodReports: PeriodReports;
  readonly reportSchedules: StoredSetting<ReportSchedules>;
  readonly liveFeed: LiveFeed;
  readonly replays: Replays;
  readonly payloads: Payloads;
  readonly marks: Marks;
  /** Applies a mark to its call, if the call is in progress. */
  readonly markInCall: MarkInCall;
  /** Masks and restores texts about calls. */
  readonly callTexts: CallTexts;
  /** Kinds that a policy may name. */
  readonly supportedKinds: ReadonlySet<string>;
  readonly roster: Omit<RosterAdmin, 'settle'>;
  readonly retention: Pick<Retention, 'run' | 'status'>;
  readonly legalHolds: HoldRegister;
  readonly system: () => Promise<SystemView>;
  /** Host root without a trailing slash; the OIDC redirect starts with it. */
  readonly baseUrl: string;
  /** The host root for voice platforms: the agents' URLs start with it. */
  readonly callsUrl: () => string;
  /** Admins, and the other people whom the clinic's own provider may sign in (design D40). */
  readonly adminLogins: readonly string[];
  readonly allowedLogins: readonly string[];
  /** Seals what a browser keeps of a sign-in in progress; AES-256, the same at every replica. */
  readonly signInKey: KeyObject;
  /** How people sign in, for the journal: `oidc` or `embedded`. */
  readonly signInMethod: 'oidc' | 'embedded';
  /** The embedded issuer (design D40); absent where the clinic's own provider signs people in. */
  readonly issuer?: {
    /** A code for a ticket; undefined when a ticket must be asked for. */
    codeFor(asked: {
      /** '' when the browser shows none. */
      readonly ticket: string;
      /** PKCE challenge of the sign-in. */
      readonly challenge: string;
      /** True where the development login may come in without a ticket. */
      readonly dev: boolean;
    }): Promise<string | undefined>;
    /** A link that signs in this login once. */
    createSignInLink(login: string): string;
  };
  /** Calls the listener when another replica may have signed a user out. */
  readonly onReplicaSignOut: (listener: () => void) => void;
  readonly metrics?: MetricsEndpoint;
  /** Absent in the service of a demo. */
  readonly demo?: Demo | undefined;
  /** Everybody, in the service of a demo: another service has let them in. */
  readonly visitor?: User | undefined;
  /** The portal's files. */
  readonly portal: Routes;
}
