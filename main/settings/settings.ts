import type { Outcome, Problem, SettingView } from '../ipc/schema.ts';
import type { SettingKey, SettingValue } from './schema.ts';

type SettingChanges = Readonly<Record<string, string | number | boolean | null>>;

/** The settings in force: machine policy over the user's over the installation's preset over defaults. */
export interface Settings {
  /** For pages; a secret's value is never told. */
  views(): readonly SettingView[];
  /** Of a setting that is no secret; null when unset. */
  value<K extends SettingKey>(key: K): SettingValue<K> | null;
  /**
   * Why nothing may be started as things are set; empty when calls can be served. A bad value of the
   * machine's policy is here and never gives way to a weaker one. What does not concern calls stands in
   * the views alone (decision 0045).
   */
  problems(): readonly Problem[];
  /** What keeps a change from being taken; it changes nothing. */
  check(changes: SettingChanges): Outcome;
  /** By key; null takes the user's value back. All or none are taken, durable on return. */
  change(changes: SettingChanges): Promise<Outcome>;
  /** For the server's environment; no secrets. Throws a `Refusal` while there are `problems`. */
  variables(): Record<string, string>;
  /** Reads the machine's policy anew. */
  reload(): Promise<void>;
  /** Returns what ends the subscription. */
  onChange(listener: () => void): () => void;
}
