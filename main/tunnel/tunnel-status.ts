import { createReachability, type OutsideCheck } from './check-outside.ts';
import type { Diagnosis, ToolStatus } from './providers/provider.ts';

/** What is known of a tunnel that runs. */
export interface TunnelStatus {
  /** Calls can come through. */
  readonly up: boolean;
  readonly publicUrl: string | null;
  /** What a person should know: why it is not up, or what could not be checked. */
  readonly message: string | null;
}

/** Puts together what a tool says and what is seen from outside. */
export interface StatusTracker {
  take(sign: ToolStatus): void;
  note(look: OutsideCheck): void;
  status(): TunnelStatus;
  /** What the tool last complained of while it was not up. */
  diagnosis(): Diagnosis | null;
  /** Whether the tool holds itself up, and since when, in milliseconds of the clock that was given. */
  tool(): { readonly up: boolean; readonly since: number };
}

export function createStatusTracker(knownUrl: string | null, now: () => number): StatusTracker {
  const reachability = createReachability();
  let tool = { up: false, since: now() };
  let publicUrl = knownUrl;
  let diagnosis: Diagnosis | null = null;
  return {
    take: (sign) => {
      if (sign.up !== undefined && sign.up !== tool.up) tool = { up: sign.up, since: now() };
      publicUrl = sign.publicUrl ?? publicUrl;
      diagnosis = tool.up ? null : (sign.diagnosis ?? diagnosis);
    },
    note: (look) => reachability.note(look),
    status: () => {
      const { blocked, unseen } = reachability.read();
      if (!tool.up) return { up: false, publicUrl, message: diagnosis?.message ?? null };
      if (blocked)
        return {
          up: false,
          publicUrl,
          message: `The tunnel holds, but ${publicUrl}/health no longer answers from outside. Check the name and what stands between it and the tunnel.`,
        };
      if (unseen)
        return {
          up: true,
          publicUrl,
          message: `The tunnel holds. ${publicUrl}/health could not be reached from this machine, which some networks do not allow; check it from elsewhere.`,
        };
      return { up: true, publicUrl, message: null };
    },
    diagnosis: () => diagnosis,
    tool: () => tool,
  };
}
