import type { KeyObject } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Policies } from '../../agents/policy-store.ts';
import type { SystemView } from '../../contract/system.ts';
import type { AgentId } from '../../domain/ids.ts';
import type { Secret } from '../../domain/secret.ts';
import type { LiveFeed } from '../../live-view/live-feed.ts';
import type { Replays } from '../../live-view/replays.ts';
import type { Playground } from '../../pipeline/policy-playground.ts';
import type { RunTestCall } from '../../pipeline/test-call.ts';
import type { Agents, BearerTokens } from '../../ports/agents.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal, JournalAttestation, JournalGap } from '../../ports/journal.ts';
import type { Payloads } from '../../ports/payloads.ts';
import type { LegalHolds } from '../../ports/retention.ts';
import type { SessionSummaries } from '../../ports/session-summaries.ts';
import type { Users } from '../../ports/users.ts';
import type { WebSessions } from '../../ports/web-sessions.ts';
import type { AgentStats } from '../../projections/agent-stats.ts';
import type { Retention } from '../../sessions/retention.ts';
import type { SessionReports } from '../../sessions/session-reports.ts';
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

/** What the management listener needs; each file of routes takes its own part. */
export interface HttpDeps extends ServerDeps {
  readonly agents: Agents;
  readonly bearerTokens: BearerTokens;
  readonly summaries: SessionSummaries;
  readonly users: Users;
  readonly webSessions: WebSessions;
  readonly identity: IdentityProvider;
  readonly journal: Journal;
  /** The journal's signed checkpoints and its export. */
  readonly attestation: JournalAttestation;
  /** Set while lost events are not acknowledged (design D23). */
  readonly journalGap: () => JournalGap | undefined;
  /** Journals that `actor` acknowledges the lost events; calls are served again (design D23). */
  readonly acknowledgeGap: (actor: string) => Promise<void>;
  readonly policies: Policies;
  /** Takes over what another replica changed of agents and policies. */
  readonly refreshSettings: () => Promise<void>;
  /** What a policy does with a text that a user tries; keeps nothing. */
  readonly tryPolicy: Playground;
  /** Configured upstream names, such as `stub`. */
  readonly upstreams: readonly string[];
  readonly agentStats: (id: AgentId) => Promise<AgentStats>;
  readonly testCall: RunTestCall;
  readonly reports: SessionReports;
  readonly liveFeed: LiveFeed;
  readonly replays: Replays;
  readonly payloads: Payloads;
  readonly retention: Pick<Retention, 'run' | 'status'>;
  readonly legalHolds: LegalHolds;
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
  /** The portal's files. */
  readonly portal: Routes;
}
