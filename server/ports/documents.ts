/** A document as it is stored; the first version is 1. */
export interface StoredDocument {
  readonly version: number;
  /** JSON. */
  readonly text: string;
}

/**
 * Settings that people make, and the state of work in progress: one JSON document by name, encrypted, the
 * same at all replicas.
 */
export interface Documents {
  read(name: string): Promise<StoredDocument | undefined>;
  /**
   * Stores `text` in the place of version `replaces`, 0 for a new document. False, with nothing stored,
   * when another version is there. Durable on return.
   */
  write(name: string, replaces: number, text: string): Promise<boolean>;
}
