import type { PolicyVersionId } from '../domain/ids.ts';
import type { DecidedVersion, PolicyVersion } from '../domain/policy-version.ts';

/**
 * The versions of the global policy, and proposals for agents' own, encrypted (decisions 0095, 0152). `PolicyTexts` keeps their texts. All writes
 * are durable on return.
 */
export interface PolicyVersions {
  /** Adds an open proposal, unless there is a version with its id. */
  add(version: PolicyVersion): Promise<void>;
  /** Newest first; `open`: only proposals that nobody has decided about. */
  list(query: {
    readonly open?: boolean;
    /** Only older versions than this one. */
    readonly before?: PolicyVersionId;
    readonly limit: number;
  }): Promise<readonly PolicyVersion[]>;
  find(id: PolicyVersionId): Promise<PolicyVersion | undefined>;
  /**
   * Closes an open proposal. An approved one of the global policy gets the next number, and its text `yaml` is
   * from then on in force at all replicas. The version after it; undefined when it is unknown or no longer open.
   */
  decide(version: DecidedVersion, yaml: string): Promise<PolicyVersion | undefined>;
  /** The approved version with the highest number; undefined before the first start. */
  inForce(): Promise<PolicyVersion | undefined>;
}
