import type { TunnelProviderName } from '../../ipc/schema.ts';
import type { Settings } from '../../settings/open-settings.ts';
import type { SettingKey } from '../../settings/schema.ts';

/** What a tool writes when something is wrong, and what to tell a person then. */
export type DiagnosisTable = readonly (Diagnosis & { readonly pattern: RegExp })[];

/** What of a table a line speaks of. `$1` in a message is what the pattern captured. */
export function diagnose(line: string, table: DiagnosisTable): Diagnosis | null {
  for (const { pattern, message, final } of table) {
    const found = pattern.exec(line);
    if (found !== null) return { message: message.replaceAll('$1', found[1] ?? ''), final };
  }
  return null;
}

/** Reads a setting that is no secret; null when it is unset. */
export type Setting = Settings['value'];

/** Why a tunnel is down: what a person can do about it. */
export interface Diagnosis {
  readonly message: string;
  /** Trying again would change nothing: somebody must act first. */
  readonly final: boolean;
}

/** What the tool says of itself, in a line of its output or when asked. */
export interface ToolStatus {
  /** Whether calls can come through, as far as the tool knows. */
  readonly up?: boolean;
  readonly publicUrl?: string;
  readonly diagnosis?: Diagnosis;
  /** Something changed: the tool is to be asked now. */
  readonly probeNow?: true;
}

/** The program behind a provider, where it is found and how old it may be. */
export interface Tool {
  /** Without `.exe`. */
  readonly name: string;
  /** Where its installers put it, beside what `PATH` names. */
  readonly folders: readonly string[];
  /** What prints its version, the first three numbers of which count; null when any will do. */
  readonly version: { readonly args: readonly string[]; readonly least: string } | null;
  /** What to do when it is missing or too old. */
  readonly install: string;
}

/** What a tunnel is planned from. */
export interface PlanContext {
  readonly setting: Setting;
  /** Reads a kept secret; null when it is unset. */
  readonly secret: (key: SettingKey) => Promise<string | null>;
  /** The ingress listener: the only address that is ever given out (design D41). */
  readonly ingress: URL;
  /** Where `Plan.files` will lie. */
  readonly pathOf: (file: string) => string;
  /** A port of this machine that was free a moment ago. */
  readonly freePort: () => Promise<number>;
}

/** One run of the tool. */
export interface Plan {
  readonly args: readonly string[];
  /** Added to the little of this process's environment that a child is given. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Written for this user alone before the start, and removed once the tunnel is up or over. */
  readonly files?: Readonly<Record<string, string>>;
  /** Nobody knows when the tool reads its files: they stay until it ends. */
  readonly filesStay?: true;
  /** Where it is set and not discovered. */
  readonly publicUrl?: string;
  /** What a line of its output tells; null for nothing. */
  readonly parseLine: (line: string) => ToolStatus | null;
  /** Asks the tool; left out when its lines say everything. */
  readonly probe?: () => Promise<ToolStatus>;
}

export type Planned =
  | { readonly ok: true; readonly value: Plan }
  | { readonly ok: false; readonly problems: readonly string[] };

/** One way of bringing calls in. Declares; starts and supervises nothing. */
export interface Provider {
  readonly name: Exclude<TunnelProviderName, 'none'>;
  /** Null when the settings name none. */
  readonly tool: (setting: Setting) => Tool | null;
  /** Settings, of which some may be missing, into one run. */
  readonly plan: (ask: PlanContext) => Promise<Planned>;
}
