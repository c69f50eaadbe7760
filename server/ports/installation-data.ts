import type { Agent, BearerToken } from '../domain/agent.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import type { Mark } from '../domain/mark.ts';
import type { PolicyVersion } from '../domain/policy-version.ts';
import type { ImportReport, Person } from '../domain/roster.ts';
import type { CallRemarks } from '../domain/session.ts';
import type { JournalHead } from './journal.ts';
import type { SessionRow } from './session-summaries.ts';
import type { User } from './users.ts';
import type { VaultEntry } from './vault.ts';

/** A record in its stored bytes. */
export interface KeptRecord {
  readonly seq: number;
  readonly body: string;
  readonly currHash: string;
}

/** The journal: records, checkpoints, retention, holds and policy texts. */
export interface JournalData {
  head(): JournalHead;
  records(): Iterable<KeptRecord>;
  /** Oldest first. */
  checkpoints(): Iterable<{
    readonly size: number;
    readonly note: string;
    readonly peaks: string;
    readonly voidedBy: number | null;
  }>;
  retention(): {
    readonly prunedBelow: number;
    readonly eventSeq: number | null;
    readonly clockSeen: string;
  };
  /** The hashes of deleted records: 256 of 32 bytes in each tile. */
  tiles(): Iterable<{ readonly no: number; readonly hashes: Uint8Array }>;
  holds(): Iterable<{
    readonly no: number;
    /** What it covers. */
    readonly id: string;
    readonly actor: string;
    readonly placedAt: string;
    readonly fromSeq: number | null;
  }>;
  policyTexts(): Iterable<{ readonly sha256: string; readonly yaml: string }>;
  policyVersions(): Iterable<PolicyVersion>;
}

/** All data of an installation but its web sessions, to be copied into another database. */
export interface InstallationData {
  readonly journal: JournalData;
  vault(): Iterable<VaultEntry>;
  vaultUses(): Iterable<{ readonly agentId: AgentId; readonly token: string }>;
  agents(): Iterable<Agent>;
  bearerTokens(): Iterable<BearerToken>;
  users(): Iterable<User>;
  roster(): {
    readonly people: Iterable<Person>;
    /** The last import that was finished. */
    readonly finished: ImportReport | undefined;
  };
  documents(): Iterable<{ readonly name: string; readonly text: string }>;
  sessions(): Iterable<SessionRow>;
  callKeys(): Iterable<{ readonly sessionId: string; readonly callKey: string }>;
  /** `keys` is JSON. */
  searchKeys(): Iterable<{ readonly id: SessionId; readonly keys: string }>;
  searchableSince(): string;
  /** `wrapped` is null for a session whose payloads were erased. */
  payloadKeys(): Iterable<{
    readonly sessionId: string;
    readonly kid: string;
    readonly wrapped: Uint8Array | null;
  }>;
  payloads(): Iterable<{
    readonly sessionId: string;
    readonly sha256: string;
    readonly ciphertext: Uint8Array;
  }>;
  marks(): Iterable<Mark>;
  remarks(): Iterable<CallRemarks & { readonly id: SessionId }>;
  close(): void;
}
