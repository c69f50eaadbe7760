import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Policies } from '../../agents/policy-store.ts';
import type { AgentCounts } from '../../contract/agents.ts';
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
import type { Retention } from '../../sessions/retention.ts';
import type { SessionReports } from '../../sessions/session-reports.ts';
import type { RateLimits } from './rate-limit.ts';
import type { TimeLimits } from './time-limits.ts';

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
  /** From `createLogger`; nothing is logged without it. */
  readonly logger?: FastifyBaseLogger;
  /** Told of each answered request: the route's pattern, never what was asked for. */
  readonly onAnswered?: (answer: AnsweredRequest) => void;
  /** The proxy and webhook routes; never behind the cookie, host or origin checks. */
  readonly proxy?: Routes;
  /** The rates of the hosted service (spec, Limits); none by default, as for the self-hosted. */
  readonly rateLimits?: RateLimits;
  /** Other time limits than the service's own (design D43). */
  readonly timeLimits?: TimeLimits;
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer };
}

/** Numbers about the service, for who shows the token. */
export interface MetricsEndpoint {
  readonly token: Secret<string>;
  readonly contentType: string;
  /** In the Prometheus text format. */
  read(): Promise<string>;
}

/** What the management listener needs. */
export interface HttpDeps extends ServerDeps {
  readonly agents: Agents;
  readonly bearerTokens: BearerTokens;
  readonly summaries: SessionSummaries;
  readonly users: Users;
  readonly webSessions: WebSessions;
  readonly identity: IdentityProvider;
  readonly journal: Journal;
  readonly policies: Policies;
  /** Takes over what another replica changed of agents and policies. */
  readonly refreshSettings?: () => Promise<void>;
  /** What a policy does with a text that somebody tries out; keeps nothing. */
  readonly tryPolicy: Playground;
  /** Journals that `actor` knows of lost events, and lets calls be served again (design D23). */
  readonly acknowledgeGap: (actor: string) => Promise<void>;
  /** Configured upstream names, such as `stub`. */
  readonly upstreams: readonly string[];
  readonly agentStats: (id: AgentId) => Promise<AgentCounts>;
  /** Host root without a trailing slash; the OIDC redirect starts with it. */
  readonly baseUrl: string;
  /** The same for voice platforms: the agents' URLs start with it; the base URL by default. */
  readonly callsUrl?: () => string;
  /** Who is an admin, and who else may come in from the clinic's own provider (design D40). */
  readonly adminLogins: readonly string[];
  readonly allowedLogins: readonly string[];
  /** Seals what a browser keeps of a sign-in that it has begun; AES-256, the same at every replica. */
  readonly signInKey: KeyObject;
  /** How people sign in, for the journal: `oidc` or `embedded`. */
  readonly signInMethod: 'oidc' | 'embedded';
  /** A link that signs in this login once; absent where the clinic's own provider signs people in. */
  readonly createSignInLink?: (login: string) => string;
  /** Answers everything under `/idp` by itself (design D40, embedded issuer). */
  readonly issuer?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly testCall?: RunTestCall;
  readonly reports?: SessionReports;
  readonly liveFeed?: LiveFeed;
  readonly replays?: Replays;
  readonly payloads?: Payloads;
  /** Calls the listener when another replica may have signed somebody out. */
  readonly onSignOutElsewhere?: (listener: () => void) => void;
  /** Milliseconds between two looks at who still watches live calls. */
  readonly heartbeatMs?: number;
  readonly retention?: Retention;
  readonly legalHolds?: LegalHolds;
  /** What the journal shows of itself. */
  readonly attestation?: JournalAttestation;
  /** Set while events are missing that nobody has taken note of (design D23). */
  readonly journalGap?: () => JournalGap | undefined;
  readonly system?: () => Promise<SystemView>;
  readonly metrics?: MetricsEndpoint;
  /** The portal's files, in place of the plain page at `/portal`. */
  readonly portal?: Routes;
}
