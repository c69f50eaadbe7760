import type { Agent } from '../domain/agent.ts';
import type { Problem, Result } from '../domain/fault.ts';
import type { ActivePolicy } from '../domain/policy.ts';

/** The policies in force; a request takes one at its start and keeps it to its end. */
export interface Policies {
  /** The global policy. */
  current(): ActivePolicy;
  /** The agent's own policy, else the global one. */
  of(agent: Agent): ActivePolicy;
  /** Those that agents may name, the global one first. */
  all(): readonly ActivePolicy[];
  /** An existing policy by name, undefined when there is none. */
  named(name: string): ActivePolicy | undefined;
  decode(yaml: string): Result<ActivePolicy>;
  /** Swaps the global policy for the file's; on problems the old one stays. */
  reload(): Promise<
    | { readonly ok: true; readonly previous: ActivePolicy; readonly current: ActivePolicy }
    | { readonly ok: false; readonly problems: readonly Problem[] }
  >;
}
