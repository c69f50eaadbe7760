import type { Agent } from '../domain/agent.ts';
import type { Problem, Result } from '../domain/fault.ts';
import type { ActivePolicy, Tokenization } from '../domain/policy.ts';

/** An agent's policy to look at, also where no call can be held under it. */
export interface PolicyView {
  readonly name: string;
  readonly version: number;
  readonly tokenization: Tokenization;
  /** Null when the document does not say. */
  readonly retentionDays: number | null;
  readonly yaml: string;
  /** Why calls of the agent are refused; null when they are not. */
  readonly problem: string | null;
}

/** The policies in force; a request takes one at its start and keeps it to its end. */
export interface Policies {
  /** The global policy. */
  current(): ActivePolicy;
  /**
   * The agent's own policy, else the global one. Fault `internal_error` when its own can no longer
   * be used, as when its key is gone: no call is held under another policy instead.
   */
  of(agent: Agent): ActivePolicy;
  /** The same policy to look at; never throws. */
  view(agent: Agent): PolicyView;
  /** Those that agents may name, the global one first. */
  all(): readonly ActivePolicy[];
  /** An existing policy by name, undefined when there is none. */
  named(name: string): ActivePolicy | undefined;
  decode(yaml: string): Result<ActivePolicy>;
  /** The global policy's file as it stands now, which a reload would put in force. */
  proposed(): Promise<Result<ActivePolicy>>;
  /** Swaps the global policy for the file's; on problems the old one stays. */
  reload(): Promise<
    | { readonly ok: true; readonly previous: ActivePolicy; readonly current: ActivePolicy }
    | { readonly ok: false; readonly problems: readonly Problem[] }
  >;
}
