import type { RehydrationFailure } from '../domain/event.ts';
import {
  foldToken,
  formatToken,
  parseToken,
  type Resolution,
  type Token,
} from '../domain/token.ts';

/** A token that stands in a request of the call, and the characters that it replaced (design D12). */
export interface ScopedToken {
  readonly token: string;
  readonly kind: string;
  readonly surface: string;
  /** How events name the value. */
  readonly placeholder?: string | undefined;
}

/** The tokens that one call's replies may hold (design D16). */
export class TokenScope {
  readonly #byFolded = new Map<string, ScopedToken>();
  /** The same entries by the token as it is written. */
  readonly #byToken = new Map<string, ScopedToken>();
  /** Distinct lengths, longest first. */
  #lengths: readonly number[] = [];

  /** Adds a token or updates its surface. Ignores text that is no token: no reply could name it. */
  add(entry: ScopedToken): void {
    const folded = foldToken(entry.token);
    if (!this.#byFolded.has(folded) && parseToken(entry.token) === undefined) return;
    this.#byToken.delete(this.#byFolded.get(folded)?.token ?? '');
    this.#byFolded.set(folded, entry);
    this.#byToken.set(entry.token, entry);
    if (!this.#lengths.includes(folded.length)) {
      this.#lengths = [...this.#lengths, folded.length].sort((a, b) => b - a);
    }
  }

  /** The tokens of now: what the call mints later is in no reply to an earlier request. */
  snapshot(): TokenScope {
    const copy = new TokenScope();
    for (const [folded, entry] of this.#byFolded) copy.#byFolded.set(folded, entry);
    for (const [token, entry] of this.#byToken) copy.#byToken.set(token, entry);
    copy.#lengths = this.#lengths;
    return copy;
  }

  /** What the token in exactly this spelling stands for now. */
  surfaceOf(token: string): string | undefined {
    return this.#byToken.get(token)?.surface;
  }

  /** True when the call has no token yet. */
  isEmpty(): boolean {
    return this.#byFolded.size === 0;
  }

  /** All tokens in scope. */
  tokens(): readonly ScopedToken[] {
    return [...this.#byFolded.values()];
  }

  /** True when the token is in scope in exactly this spelling. */
  has(token: Token): boolean {
    const written = formatToken(token);
    return this.#byFolded.get(foldToken(written))?.token === written;
  }

  /** The longest token in scope that `characters` begins with, in any spelling (`foldToken`). */
  longestIn(characters: string): ScopedToken | undefined {
    const folded = foldToken(characters.slice(0, this.#lengths[0] ?? 0));
    for (const length of this.#lengths) {
      const entry = length <= folded.length && this.#byFolded.get(folded.slice(0, length));
      if (entry) return entry;
    }
    return undefined;
  }

  /** The tokens in scope that `characters` is an unfinished beginning of. */
  tokensStartingWith(characters: string): readonly ScopedToken[] {
    return [...this.#longer(characters)];
  }

  /** Whether `characters` is an unfinished beginning of a token in scope. */
  hasTokenStartingWith(characters: string): boolean {
    return this.#longer(characters).next().done !== true;
  }

  *#longer(characters: string): Generator<ScopedToken> {
    if (characters.length >= (this.#lengths[0] ?? 0)) return;
    const folded = foldToken(characters);
    for (const [token, entry] of this.#byFolded) {
      if (token.length > folded.length && token.startsWith(folded)) yield entry;
    }
  }
}

/** What restoring a reply needs. */
export interface RestoreContext {
  readonly scope: TokenScope;
  /** Why a token that is not in scope cannot be this agent's; undefined if it can. */
  readonly check?: (token: Token) => RehydrationFailure | undefined;
  /** Looks tokens up beyond the call (`SVC_REHYDRATION_SCOPE=agent`). */
  readonly resolve?: (token: Token) => Promise<Resolution>;
  /** Whether a KIND is an entity kind. Any other is called UNKNOWN, because the model may have written a value there. */
  readonly isKind?: (kind: string) => boolean;
  /** Whether the content of the reply is JSON, because the request asks for it: values in it are escaped. */
  readonly isJson?: boolean;
  /** Called between slices of the work: yields to other work when it is due. */
  readonly pause?: () => Promise<void> | undefined;
}
