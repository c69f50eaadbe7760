import type { SdkTarget } from '../sdk-client.ts';

/** One way in of the proxy, as the programs of a platform use it. */
export interface Ingress {
  readonly name: string;
  /** Set where replies are always streamed, and the one function on offer is the agent's `end_call`. */
  readonly isSocket?: boolean;
  /** One turn, and where `save_note` is on offer and called, a second one with its result. */
  readonly converse: (at: IngressTarget, words: string, ask: Ask) => Promise<Heard>;
}

export interface IngressTarget extends SdkTarget {
  /** Host root of the service, and the agent. */
  readonly url: string;
  readonly agentId: string;
  /** A bearer token of the agent. */
  readonly token: string;
  /** By which a request over HTTP names its call; a socket does so by itself. */
  readonly callId?: string;
}

/** The field of a request that names its call. */
export function metadataOf({ callId }: IngressTarget) {
  return callId === undefined ? {} : { metadata: { call_id: callId } };
}

export interface Ask {
  readonly stream: boolean;
  /** Offers `save_note`. */
  readonly tools: boolean;
  /** What the tool answers. */
  readonly result: string;
}

/** What the platform gets back. */
export interface Heard {
  readonly text: string;
  /** The argument `note` of the call of `save_note`. */
  readonly note?: unknown;
  /** The words after the result of the tool. */
  readonly after?: string;
  /** The platform is to hang up. */
  readonly ends?: boolean;
}

/** The argument `note` in the JSON of a call's arguments. */
export function noteIn(written: string): unknown {
  return (JSON.parse(written) as { readonly note?: unknown }).note;
}
