declare const maskedBrand: unique symbol;
declare const openedBrand: unique symbol;
declare const journaledBrand: unique symbol;

/** Text or a structure whose PHI has been replaced. Only `tokenize/` makes one. */
export type Masked<T> = T & { readonly [maskedBrand]: true };

/** A masked value whose events are durable. Only `journal/` makes one (design D22). */
export type Journaled<T> = Masked<T> & { readonly [journaledBrand]: true };

/** A chat request opened for masking. Only `ingress/` makes one, and only masked texts render it. */
export interface OpenedChat {
  readonly [openedBrand]: true;
  readonly stream: boolean;
  /** Every text that may leave. */
  readonly slots: readonly { readonly text: string }[];
  /**
   * JSON of the outbound copy with the upstream's model name. `texts` replace the texts of the slots, in
   * order. Throws when their number differs.
   */
  render(texts: readonly Masked<string>[], model: string): string;
}

/** The exact bytes to send upstream, and the upstream. */
export interface OutboundChat {
  /** Name from the agent: `stub` or `provider:model-small`, … */
  readonly upstream: string;
  readonly stream: boolean;
  /** JSON text of the allow-listed, masked request. */
  readonly body: string;
  /** SHA-256 of the body in hex, as in the journal's receipt. */
  readonly bodySha256: string;
}
