import type { KeyRoots } from '../adapters/system/load-keys.ts';
import type { SystemView } from '../contract/system.ts';
import type { Result } from '../domain/fault.ts';
import type { Agents, BearerTokens } from '../ports/agents.ts';
import type { CallWords } from '../ports/call-words.ts';
import type { Documents } from '../ports/documents.ts';
import type {
  ActivityRecords,
  Appended,
  Journal,
  JournalAttestation,
  JournalGap,
  JournalPeriods,
  PolicyTexts,
} from '../ports/journal.ts';
import type { LiveTextRelay } from '../ports/live-text-relay.ts';
import type { Marks, Remarks } from '../ports/marks.ts';
import type { SharedCallStore } from '../ports/open-calls.ts';
import type { Payloads } from '../ports/payloads.ts';
import type { PolicyVersions } from '../ports/policy-versions.ts';
import type { LegalHolds, Pruning, RetentionLedger, SessionErasure } from '../ports/retention.ts';
import type { RosterStore } from '../ports/roster.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import type { SharedSettings } from '../ports/shared-settings.ts';
import type { Users } from '../ports/users.ts';
import type { Vault } from '../ports/vault.ts';
import type { WebSessions } from '../ports/web-sessions.ts';

/** The journal with everything in its own tables. */
export interface JournalStore extends Journal, ActivityRecords, JournalAttestation, JournalPeriods {
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
  /** Set while acknowledged records are missing; `append` is then refused. */
  gap(): JournalGap | undefined;
  /** Journals that `actor` acknowledged the loss, and accepts appends again. */
  acknowledgeGap(actor: string): Promise<void>;
}

/** All open stores of an installation. */
export interface Stores {
  readonly journal: JournalStore;
  readonly policyTexts: PolicyTexts;
  readonly policyVersions: PolicyVersions;
  readonly vault: Vault;
  readonly agents: Agents;
  readonly bearerTokens: BearerTokens;
  readonly users: Users;
  readonly webSessions: WebSessions;
  readonly roster: RosterStore;
  /** Settings that people make, and the state of work in progress. */
  readonly documents: Documents;
  readonly summaries: SessionSummaries;
  readonly summaryErasure: SessionErasure;
  readonly words: CallWords;
  /** The calls in progress, where replicas share them. */
  readonly openCalls?: SharedCallStore;
  /** Agents and the global policy, where replicas share them. */
  readonly settings?: SharedSettings;
  readonly payloads: Payloads;
  readonly marks: Marks;
  readonly remarks: Remarks;
  /** Reports records that replicas append, where there are replicas. */
  readonly appended?: Appended;
  /** Takes text of live calls to other replicas. */
  readonly liveTextRelay?: LiveTextRelay;
  /** Why the stores cannot write, for `/health`; empty while they can. */
  reasons(): readonly string[];
  /** Resolves when a store has ended unexpectedly; only a new process opens it again. */
  readonly ended?: Promise<void>;
  /** The database program, such as `PostgreSQL 18.4`. */
  readonly version: string;
  /** The size of the data, and the free space where it is known. */
  storage(): Promise<SystemView['storage']>;
  /** Finishes pending work, then closes all stores. */
  close(): Promise<void>;
}

/** The place where an installation keeps its data (design D45, D47). */
export interface StorageBackend {
  /** The keys of the installation; a problem when they are missing. */
  keys(env: Readonly<Record<string, string | undefined>>): Promise<Result<KeyRoots>>;
  /** Opens the stores; a problem when they do not fit these keys; rejects when they do not open. */
  open(keys: KeyRoots): Promise<Result<Stores>>;
}
