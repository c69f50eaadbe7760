import type { TunnelProviderName } from '../../ipc/schema.ts';
import type { Settings } from '../../settings/open-settings.ts';
import type { SettingKey } from '../../settings/schema.ts';

/** Patterns of a tool's error output, and the message for each. */
export type DiagnosisTable = readonly (Diagnosis & { readonly pattern: RegExp })[];

/**
 * The first entry whose pattern matches a line; `$1` in its message is what the pattern captured.
 */
export function diagnose(line: string, table: DiagnosisTable): Diagnosis | null {
  for (const { pattern, message, final } of table) {
    const found = pattern.exec(line);
    if (found !== null) return { message: message.replaceAll('$1', found[1] ?? ''), final };
  }
  return null;
}

/** Reads a setting that is not a secret; null if it is unset. */
export type Setting = Settings['value'];

/** Why a tunnel is down: what a person can do about it. */
export interface Diagnosis {
  readonly message: string;
  /** Another try would fail too: a person must act first. */
  readonly final: boolean;
}

/** What a tool reports in its output or when probed. */
export interface ToolStatus {
  /** Whether calls can arrive, as far as the tool knows. */
  readonly up?: boolean;
  readonly publicUrl?: string;
  readonly diagnosis?: Diagnosis;
  /** Something changed: probe the tool now. */
  readonly probeNow?: true;
}

/** A provider's program. */
export interface Tool {
  /** Without `.exe`. */
  readonly name: string;
  /** Folders where its installers put it, in addition to `PATH`. */
  readonly folders: readonly string[];
  /** Arguments that print its version, and the least version; null if any version will do. */
  readonly version: { readonly args: readonly string[]; readonly least: string } | null;
  /** What to do if it is missing or too old. */
  readonly install: string;
}

/** Input of a plan. */
export interface PlanContext {
  readonly setting: Setting;
  /** Reads a stored secret; null if it is unset. */
  readonly secret: (key: SettingKey) => Promise<string | null>;
  /** The ingress listener, the only address that a tunnel may expose (design D41). */
  readonly ingress: URL;
  /** The path that a file of `Plan.files` will have. */
  readonly pathOf: (file: string) => string;
  /** A port of this machine that was just free. */
  readonly freePort: () => Promise<number>;
}

/** One run of the tool. */
export interface Plan {
  readonly args: readonly string[];
  /** Variables in addition to those of `toolEnvironment`. */
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * Files written for this user alone before the start, and removed once the tunnel is up or has
   * ended.
   */
  readonly files?: Readonly<Record<string, string>>;
  /** The files stay until the tool ends, because it may read them at any time. */
  readonly filesStay?: true;
  /** The public address, if it is configured and not discovered. */
  readonly publicUrl?: string;
  /** Reads a line of its output; null if it means nothing. */
  readonly parseLine: (line: string) => ToolStatus | null;
  /** Probes the tool; absent if its output reports everything. */
  readonly probe?: () => Promise<ToolStatus>;
}

export type Planned =
  | { readonly ok: true; readonly value: Plan }
  | { readonly ok: false; readonly problems: readonly string[] };

/** One kind of tunnel. It only declares; it starts and supervises nothing. */
export interface Provider {
  readonly name: Exclude<TunnelProviderName, 'none'>;
  /** Null if the settings name no program. */
  readonly tool: (setting: Setting) => Tool | null;
  /** Plans one run from the settings; reports missing ones. */
  readonly plan: (ask: PlanContext) => Promise<Planned>;
}
