import { createOutlook, type Look } from './outside.ts';
import type { Sign, Trouble } from './provider.ts';

/** What is known of a tunnel that runs. */
export interface Seen {
  /** Calls can come through. */
  readonly up: boolean;
  readonly publicUrl: string | null;
  /** What a person should know: why it is not up, or what could not be checked. */
  readonly words: string | null;
}

/** Puts together what a tool says and what is seen from outside. */
export interface View {
  take(sign: Sign): void;
  note(look: Look): void;
  seen(): Seen;
  /** What the tool last complained of while it was not up. */
  trouble(): Trouble | null;
  /** Whether the tool holds itself up, and since when, in milliseconds of the clock that was given. */
  tool(): { readonly up: boolean; readonly since: number };
}

export function createView(knownUrl: string | null, now: () => number): View {
  const outlook = createOutlook();
  let tool = { up: false, since: now() };
  let publicUrl = knownUrl;
  let trouble: Trouble | null = null;
  return {
    take: (sign) => {
      if (sign.up !== undefined && sign.up !== tool.up) tool = { up: sign.up, since: now() };
      publicUrl = sign.publicUrl ?? publicUrl;
      trouble = tool.up ? null : (sign.trouble ?? trouble);
    },
    note: (look) => outlook.note(look),
    seen: () => {
      const { blocked, unseen } = outlook.read();
      if (!tool.up) return { up: false, publicUrl, words: trouble?.words ?? null };
      if (blocked)
        return {
          up: false,
          publicUrl,
          words: `The tunnel holds, but ${publicUrl}/health no longer answers from outside. Check the name and what stands between it and the tunnel.`,
        };
      if (unseen)
        return {
          up: true,
          publicUrl,
          words: `The tunnel holds. ${publicUrl}/health could not be reached from this machine, which some networks do not allow; check it from elsewhere.`,
        };
      return { up: true, publicUrl, words: null };
    },
    trouble: () => trouble,
    tool: () => tool,
  };
}
