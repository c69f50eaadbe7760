import type { KeyRoots } from '../adapters/system/load-keys.ts';
import type { SystemView } from '../contract/system.ts';
import type { Result } from '../domain/fault.ts';
import type { Agents, BearerTokens } from '../ports/agents.ts';
import type {
  Appended,
  Journal,
  JournalAttestation,
  JournalGap,
  PolicyTexts,
} from '../ports/journal.ts';
import type { LiveTextRelay } from '../ports/live-text-relay.ts';
import type { SharedCallStore } from '../ports/open-calls.ts';
import type { Payloads } from '../ports/payloads.ts';
import type { LegalHolds, Pruning, RetentionLedger, SessionErasure } from '../ports/retention.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import type { SharedSettings } from '../ports/shared-settings.ts';
import type { Users } from '../ports/users.ts';
import type { Vault } from '../ports/vault.ts';
import type { WebSessions } from '../ports/web-sessions.ts';

/** The journal with all that is kept in its own tables. */
export interface JournalStore extends Journal, JournalAttestation {
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
  /** Set while records that were once acknowledged are missing; `append` is then refused. */
  gap(): JournalGap | undefined;
  /** Journals that `actor` knows of the loss, and opens the journal for appending again. */
  acknowledgeGap(actor: string): Promise<void>;
}

/** Everything an installation keeps, open. */
export interface Stores {
  readonly journal: JournalStore;
  readonly policyTexts: PolicyTexts;
  readonly vault: Vault;
  readonly agents: Agents;
  readonly bearerTokens: BearerTokens;
  readonly users: Users;
  readonly webSessions: WebSessions;
  readonly summaries: SessionSummaries;
  readonly summaryErasure: SessionErasure;
  /** The calls in progress, where replicas keep them together. */
  readonly openCalls?: SharedCallStore;
  /** Agents and the global policy, where replicas change them together. */
  readonly settings?: SharedSettings;
  readonly payloads: Payloads;
  /** Tells of records as replicas append them, where there are replicas. */
  readonly appended?: Appended;
  /** Takes words of live calls to other replicas. */
  readonly liveTextRelay?: LiveTextRelay;
  /** Why nothing can be kept now, for `/health`; empty while all is well. */
  reasons(): readonly string[];
  /** Resolves when something of it has ended by itself; only a new process opens it again. */
  readonly ended?: Promise<void>;
  /** The database program, such as `PostgreSQL 18.4`. */
  readonly version: string;
  /** What the data take, and how much may still be written where that is known. */
  storage(): Promise<SystemView['storage']>;
  /** Finishes what was asked, then closes everything. */
  close(): Promise<void>;
}

/** Where an installation keeps its data (design D45, D47). */
export interface StorageBackend {
  /** The keys of the place; a problem when they are wanting. */
  keys(env: Readonly<Record<string, string | undefined>>): Promise<Result<KeyRoots>>;
  /** A problem when the place is not fit to be used with these keys; rejects when it does not open. */
  open(keys: KeyRoots): Promise<Result<Stores>>;
}
