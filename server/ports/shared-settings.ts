/** One version of the settings that all replicas use. */
export interface SettingsFound {
  readonly version: number;
  /** Text of the global policy; null until a replica sets one. */
  readonly policyYaml: string | null;
  /** The number of its version (`PolicyVersions`); null before the first one is kept. */
  readonly policyNumber: number | null;
}

/**
 * Settings that replicas share: agents and the global policy. One version number counts all changes. A
 * request names the version that it uses when it enters its call (`EnteringRequest`).
 */
export interface SharedSettings {
  /** The settings in force; undefined if they still have this version. */
  newerThan(version: number): Promise<SettingsFound | undefined>;
  /** Sets the global policy of all replicas, unless one is set; durable on return. `PolicyVersions` changes it. */
  beginWith(yaml: string): Promise<void>;
  /** Runs a change of the settings while no other replica runs one. */
  alone<T>(change: () => Promise<T>): Promise<T>;
}
