import type { RehydrationFailure } from './event.ts';

/**
 * How a model is to treat tokens, said without one that it could repeat (design D39). The webhook
 * writes it into the prompt of a call; the proxy adds it for agents whose platform has its own.
 */
export const tokenGuidance =
  'Some private values in this conversation are written as codes that begin with TOK1 and hold ' +
  'dots. Treat a code as the value it stands for. When you use one, repeat it exactly, character ' +
  'by character. Never alter, shorten, spell out, explain or invent a code.';

/**
 * The token grammar (design D10): `TOK1.<KIND>.<kid>.<payload>`. Reading is case-insensitive and
 * takes O for 0, I and L for 1, because a language model copies tokens by sight.
 */
export interface Token {
  readonly kind: string;
  /** As written in the text, whose letter case may differ from the key's own. */
  readonly kid: string;
  /** Crockford base32, folded. */
  readonly payload: string;
}

/** 16 random symbols and a tag of 4 (design D11). */
export const vaultPayloadLength = 20;

/** Longest KIND and kid. */
export const sectionLengths = { kind: 32, kid: 64 } as const;

/** Longest plaintext block count of a `reversible-aead` token; a value beyond it is redacted. */
export const maxAeadBlocks = 64;

/** Symbols that carry `blocks` 16-byte blocks of ciphertext and one 16-byte tag (design D13). */
export function aeadPayloadLength(blocks: number): number {
  return Math.ceil((8 * 16 * (blocks + 1)) / 5);
}

const maxPayloadLength = aeadPayloadLength(maxAeadBlocks);

/** Upper bound on a token's length in characters; nothing longer is ever held or looked up. */
export const maxTokenLength =
  'TOK1...'.length + sectionLengths.kind + sectionLengths.kid + maxPayloadLength;

const payloadLengths: readonly number[] = [
  vaultPayloadLength,
  ...Array.from({ length: maxAeadBlocks }, (_, index) => aeadPayloadLength(index + 1)),
];

const kindPattern = /^[A-Z][A-Z0-9_]*$/;
const sections = new RegExp(
  `^T[O0]K[1IL]\\.(?:([\\w-]{1,${sectionLengths.kind}})(?:\\.(?:([\\w-]{1,${sectionLengths.kid}})(?:\\.([0-9A-TV-Z]{1,${maxPayloadLength}})?)?)?)?)?`,
  'i',
);

/** True of a count of symbols that a payload may have. */
export function isPayloadLength(symbols: number): boolean {
  return payloadLengths.includes(symbols);
}

/** True of text in capitals that is written like a KIND. */
export function isKind(section: string): boolean {
  return kindPattern.test(section);
}

export function formatToken({ kind, kid, payload }: Token): string {
  return `TOK1.${kind}.${kid}.${payload}`;
}

/** The token that `text` is, whole; undefined when it is none, or its payload has no length that is ever minted. */
export function parseToken(text: string): Token | undefined {
  const match = sections.exec(text);
  const [whole, kind = '', kid = '', payload = ''] = match ?? [];
  if (whole !== text || !isPayloadLength(payload.length)) return undefined;
  const upper = kind.toUpperCase();
  return isKind(upper) ? { kind: upper, kid, payload: foldToken(payload) } : undefined;
}

/**
 * The beginnings of token-shaped `text` that have a token's length: the longest there is and that of
 * a vault token, in this order.
 */
export function tokenCuts(text: string): readonly string[] {
  const payloadAt = text.split('.', 3).join('.').length + 1;
  const symbols = text.length - payloadAt;
  // Nearly all tokens that are read.
  if (symbols === vaultPayloadLength) return [text];
  const aead = payloadLengths.findLast((length) => length <= symbols) ?? 0;
  return [...new Set([aead, vaultPayloadLength])]
    .filter((length) => length > 0 && length <= symbols)
    .map((length) => text.slice(0, payloadAt + length));
}

/**
 * The one spelling that all readings of a token share; for comparing only, since it folds O, I and L
 * of the whole token. Length-preserving on token characters.
 */
export function foldToken(text: string): string {
  return text.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
}

/**
 * Where a token may begin: `complete` says that its `TOK1.` is there, else the text ends within it.
 * Backslashes before the dot are those of markdown.
 */
export interface TokenStart {
  readonly at: number;
  readonly complete: boolean;
}

const start = /T(?:[O0](?:K(?:[1IL]\\{0,4}(?:\.|$)|$)|$)|$)/gi;

/** The first place from `from` on where a token begins or, at the text's end, could still begin. */
export function findTokenStart(text: string, from: number): TokenStart | undefined {
  start.lastIndex = from;
  const match = start.exec(text);
  return match === null ? undefined : { at: match.index, complete: match[0].endsWith('.') };
}

/**
 * The longest stretch at `at` made of token characters alone, at most one more than a token has.
 * `TOK1.` must stand at `at`.
 */
function tokenCharactersAt(text: string, at: number): string {
  const match = /^[\w.-]+/.exec(text.slice(at, at + maxTokenLength + 1));
  return match?.[0] ?? '';
}

/** Where whole tokens stand in a text that are `genuine`. */
export function tokenSpans(
  text: string,
  genuine: (token: Token) => boolean,
): readonly (readonly [start: number, end: number])[] {
  const spans: (readonly [number, number])[] = [];
  for (let found = findTokenStart(text, 0); found?.complete === true; ) {
    const { at } = found;
    const token = tokenCuts(tokenCharactersAt(text, at)).find((cut) => {
      const parsed = parseToken(cut);
      return parsed !== undefined && genuine(parsed);
    });
    const end = at + (token?.length ?? 1);
    if (token !== undefined) spans.push([at, end]);
    found = findTokenStart(text, end);
  }
  return spans;
}

/** What stands in place of a redacted span or of a token that is not restored (spec, rule 11). */
export function redactedMark(kind: string): string {
  return `[REDACTED:${kind}]`;
}

/** The value behind a token, or why there is none (design D16). */
export type Resolution =
  | { readonly ok: true; readonly surface: string }
  | { readonly ok: false; readonly reason: RehydrationFailure };
