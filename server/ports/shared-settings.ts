/** The settings of a version, as all replicas are to follow them. */
export interface SettingsFound {
  readonly version: number;
  /** Text of the global policy; null before any replica put one in force. */
  readonly policyYaml: string | null;
}

/**
 * What replicas change together: agents and the global policy. One version counts the changes of all
 * of it; a request names the version that it goes by as it enters its call (`EnteringRequest`).
 */
export interface SharedSettings {
  /** The settings in force; undefined while they still have this version. */
  newerThan(version: number): Promise<SettingsFound | undefined>;
  /** Puts a global policy in force at all replicas. Durable on return. */
  putPolicy(yaml: string): Promise<void>;
  /** The same, where none is in force yet. */
  beginWith(yaml: string): Promise<void>;
}
