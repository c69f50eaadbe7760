declare const maskedBrand: unique symbol;
declare const journaledBrand: unique symbol;

/** Text or a structure whose PHI has been replaced. Only `tokenize/` makes one. */
export type Masked<T> = T & { readonly [maskedBrand]: true };

/** A masked thing whose events are durable. Only `journal/` makes one (design D22). */
export type Journaled<T> = Masked<T> & { readonly [journaledBrand]: true };

/** The exact bytes to be sent upstream, with where they go. */
export interface OutboundChat {
  /** Name from the agent: `stub` or `provider:model-small`, … */
  readonly upstream: string;
  readonly stream: boolean;
  /** JSON text of the allow-listed, masked request. */
  readonly body: string;
}
