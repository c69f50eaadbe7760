export type Action = 'tokenize' | 'redact' | 'passthrough';
export type PassName = 'regex' | 'nermodel' | 'diarize';
export type Tokenization = 'vault-deterministic' | 'reversible-aead' | 'synthetic';

/** Languages that the service itself speaks, as BCP 47 tags: each has words of an agent for a caller. */
export type SpokenLanguage = 'en' | 'es';
/** What happens to a caller's turn in another language than the policy's `languages` (design D49). */
export type OtherLanguages = 'mask_all' | 'refuse' | 'detect_only';

/** The caller's platform gets an error, or the model on the clinic's own network gets the turn. */
export type RefusedTurns = 'fail' | 'local_model';

/** Rules for one entity kind (spec, Masking policy: per-entity fields). */
export interface EntityRule {
  readonly enabled: boolean;
  readonly regex: boolean;
  readonly ner: boolean;
  /** 0 to 1; NER hits below it are discarded. */
  readonly confidenceThreshold: number;
  readonly action: Action;
  /** Words and phrases that are of this kind wherever they stand (design D51). */
  readonly always: readonly string[];
  /** Words and phrases that are never of this kind by themselves. */
  readonly never: readonly string[];
  /** Linear-time regular expressions of values of this kind. */
  readonly patterns: readonly string[];
}

/** A sentence, and what the policy must do to parts of it; `svc policy validate` checks it. */
export interface PolicyExample {
  readonly text: string;
  /** By kind, what must be masked as it. */
  readonly masked: Readonly<Record<string, readonly string[]>>;
  /** What must stay readable. */
  readonly kept: readonly string[];
}

/** A decoded masking policy (spec, Masking policy). */
export interface Policy {
  /** As its text says; of an agent's own policy that took the name of another, with a part of its hash. */
  readonly name: string;
  /** Of a text, its schema version; of a policy in force, its number (decision 0160). */
  readonly version: number;
  readonly description: string;
  readonly kid: string;
  readonly epsilon: number;
  readonly tokenization: Tokenization;
  readonly passes: readonly PassName[];
  /** BCP 47 tags of languages that detection is made for. */
  readonly languages: readonly string[];
  readonly otherLanguages: OtherLanguages;
  /** What happens to a request with something encoded that cannot be read (decision 0137). */
  readonly unreadable: 'pass' | 'refuse';
  /** What happens to a turn that the leak scan or this policy refuses (decision 0191). */
  readonly refusedTurns: RefusedTurns;
  /** By entity kind, in document order. */
  readonly entities: ReadonlyMap<string, EntityRule>;
  readonly examples: readonly PolicyExample[];
  readonly audit: {
    readonly logEvents: boolean;
    readonly logPayloads: boolean;
    /** `public`: the texts of the public side of each turn are kept (design D28). */
    readonly keep: 'public' | 'nothing';
    readonly retentionDays: number;
  };
}

/** A policy in force, its source text, and the SHA-256 of that text in hex. */
export interface ActivePolicy {
  readonly policy: Policy;
  readonly yaml: string;
  readonly sha256: string;
  /** What the clinic is called: `never` an organization (decision 0211). */
  readonly ownNames?: readonly string[];
}
