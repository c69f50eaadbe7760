import type { Agent, BearerToken } from '../domain/agent.ts';
import type { AgentId } from '../domain/ids.ts';
import type { JournalHead } from './journal.ts';
import type { SessionRow } from './session-summaries.ts';
import type { User } from './users.ts';
import type { VaultEntry } from './vault.ts';

/** A record as it is kept, to the byte. */
export interface KeptRecord {
  readonly seq: number;
  readonly body: string;
  readonly currHash: string;
}

/** The journal with what is kept beside its records. */
export interface JournalData {
  head(): JournalHead;
  records(): Iterable<KeptRecord>;
  /** In the order in which they were signed. */
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
  /** 256 hashes of 32 bytes each, of records that were deleted. */
  tiles(): Iterable<{ readonly no: number; readonly hashes: Uint8Array }>;
  holds(): Iterable<{
    readonly sessionId: string;
    readonly actor: string;
    readonly placedAt: string;
  }>;
  policyTexts(): Iterable<{ readonly sha256: string; readonly yaml: string }>;
}

/** Everything that an installation keeps and that outlives a sign-in, to be written elsewhere. */
export interface InstallationData {
  readonly journal: JournalData;
  vault(): Iterable<VaultEntry>;
  vaultUses(): Iterable<{ readonly agentId: AgentId; readonly token: string }>;
  agents(): Iterable<Agent>;
  bearerTokens(): Iterable<BearerToken>;
  users(): Iterable<User>;
  sessions(): Iterable<SessionRow>;
  callKeys(): Iterable<{ readonly sessionId: string; readonly callKey: string }>;
  /** `wrapped` is null when the session's payloads were erased. */
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
  close(): void;
}
