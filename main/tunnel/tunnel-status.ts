import type { OutsideCheck } from './check-outside.ts';
import type { Diagnosis, ToolStatus } from './providers/provider.ts';

/** The status of a running tunnel. */
export interface TunnelStatus {
  /** Calls can arrive. */
  readonly up: boolean;
  readonly publicUrl: string | null;
  /** For people: why it is down, or what could not be checked. */
  readonly message: string | null;
}

/** Combines a tool's reports with checks from outside. */
export interface StatusTracker {
  take(sign: ToolStatus): void;
  note(result: OutsideCheck): void;
  status(): TunnelStatus;
  /** The tool's last error while it was down. */
  diagnosis(): Diagnosis | null;
  /** Whether the tool reports up, and since when, in milliseconds of `now`. */
  tool(): { readonly up: boolean; readonly since: number };
}

/** Failed checks in a row that count, so that a short failure raises no alarm. */
const failuresThatCount = 3;

export function createStatusTracker(knownUrl: string | null, now: () => number): StatusTracker {
  let tool = { up: false, since: now() };
  let publicUrl = knownUrl;
  let diagnosis: Diagnosis | null = null;
  let wasReached = false;
  let failures = 0;
  return {
    take: (sign) => {
      if (sign.up !== undefined && sign.up !== tool.up) tool = { up: sign.up, since: now() };
      publicUrl = sign.publicUrl ?? publicUrl;
      diagnosis = tool.up ? null : (sign.diagnosis ?? diagnosis);
    },
    note: (result) => {
      if (result === null) return;
      wasReached ||= result === 'ours';
      failures = result === 'ours' ? 0 : failures + 1;
    },
    status: () => {
      if (!tool.up) return { up: false, publicUrl, message: diagnosis?.message ?? null };
      if (failures < failuresThatCount) return { up: true, publicUrl, message: null };
      // Only a path that has worked can be blocked.
      const message = wasReached
        ? `The tunnel is connected, but ${publicUrl}/health no longer answers from outside. Check the name and everything between it and the tunnel.`
        : `The tunnel is connected. ${publicUrl}/health could not be reached from this machine, which some networks forbid; check it from elsewhere.`;
      return { up: !wasReached, publicUrl, message };
    },
    diagnosis: () => diagnosis,
    tool: () => tool,
  };
}
