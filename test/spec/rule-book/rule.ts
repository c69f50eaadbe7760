/** One sentence of docs/interface.md that a test can hold the service to. */
export interface Rule {
  /** Section, and where it has several sentences, which one: `Authentication 6`. */
  readonly id: string;
  readonly says: string;
  /** What the interface leaves open here, and our decision. */
  readonly settled?: string;
  /** Why no test can hold it; a rule without this must have one. */
  readonly untested?: string;
}
