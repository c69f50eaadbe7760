import type { RehydrationFailure } from './event.ts';

/**
 * Tells the model how to treat tokens, without an example that it could repeat (design D39). The
 * webhook writes it into the prompt of a call; the proxy adds it when the platform has its own prompt.
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
  /** As in the text, where the letter case may differ from the key's. */
  readonly kid: string;
  /** Crockford base32, folded. */
  readonly payload: string;
}

/** 16 random symbols and 4 symbols of tag (design D11). */
export const vaultPayloadLength = 20;

/** Longest KIND and kid. */
export const sectionLengths = { kind: 32, kid: 64 } as const;

/** Most plaintext blocks in a `reversible-aead` token; longer values are redacted. */
export const maxAeadBlocks = 64;

/** Symbols for `blocks` 16-byte blocks of ciphertext and one 16-byte tag (design D13). */
export function aeadPayloadLength(blocks: number): number {
  return Math.ceil((8 * 16 * (blocks + 1)) / 5);
}

const maxPayloadLength = aeadPayloadLength(maxAeadBlocks);

/** Longest token in characters; no code holds or looks up anything longer. */
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

/** True of a number of symbols that a payload can have. */
export function isPayloadLength(symbols: number): boolean {
  return payloadLengths.includes(symbols);
}

/** True of text that is spelled like a KIND. */
export function isKind(section: string): boolean {
  return kindPattern.test(section);
}

export function formatToken({ kind, kid, payload }: Token): string {
  return `TOK1.${kind}.${kid}.${payload}`;
}

/** The token that the whole of `text` spells; undefined for other text, and for an impossible payload length. */
export function parseToken(text: string): Token | undefined {
  const match = sections.exec(text);
  const [whole, kind = '', kid = '', payload = ''] = match ?? [];
  if (whole !== text || !isPayloadLength(payload.length)) return undefined;
  const upper = kind.toUpperCase();
  return isKind(upper) ? { kind: upper, kid, payload: foldToken(payload) } : undefined;
}

/**
 * The beginnings of token-shaped `text` that have a possible length: the longest possible, and that of
 * a vault token, in this order.
 */
export function tokenCuts(text: string): readonly string[] {
  const payloadAt = text.split('.', 3).join('.').length + 1;
  const symbols = text.length - payloadAt;
  // The common case.
  if (symbols === vaultPayloadLength) return [text];
  const aead = payloadLengths.findLast((length) => length <= symbols) ?? 0;
  return [...new Set([aead, vaultPayloadLength])]
    .filter((length) => length > 0 && length <= symbols)
    .map((length) => text.slice(0, payloadAt + length));
}

/**
 * The same spelling for all readings of a token. For comparing only, because it folds O, I and L in the
 * whole token. Keeps the length of token characters.
 */
export function foldToken(text: string): string {
  return text.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
}

/**
 * What models write into tokens, as parts of patterns: signs that nobody sees, at most four in a row; other
 * spellings of a dot; and a blank (design D10).
 */
export const inTokens = {
  unseen:
    '[\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff]',
  dot: '(?:[.\\u2024\\u3002\\uff0e\\uff61]|%2[Ee])',
  blank: '[ \\t\\u00a0\\u202f\\u3000]',
} as const;

/**
 * Where a token may begin. `complete`: the whole `TOK1.` is present, else the text ends within it.
 * Backslashes before the dot come from markdown.
 */
export interface TokenStart {
  readonly at: number;
  readonly complete: boolean;
}

const unseen = `${inTokens.unseen}{0,4}`;
const toDot = `${unseen}${inTokens.blank}?\\\\{0,4}(?:(${inTokens.dot})|(?:%2?)?$)`;
const start = new RegExp(
  `[Tt]${unseen}(?:[Oo0]${unseen}(?:[Kk]${unseen}(?:[1IiLl]${toDot}|$)|$)|$)`,
  'g',
);

/** The first token start from `from` on, possibly cut off by the text's end. */
export function findTokenStart(text: string, from: number): TokenStart | undefined {
  start.lastIndex = from;
  const match = start.exec(text);
  return match === null ? undefined : { at: match.index, complete: match[1] !== undefined };
}

/** The token characters from `at` on, at most one more than a token has. `TOK1.` must stand at `at`. */
function tokenCharactersAt(text: string, at: number): string {
  const match = /^[\w.-]+/.exec(text.slice(at, at + maxTokenLength + 1));
  return match?.[0] ?? '';
}

/** The spans of the whole tokens in a text for which `genuine` is true. */
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

/** The replacement of a redacted span, or of a token that is not restored (spec, rule 11). */
export function redactedMark(kind: string): string {
  return `[REDACTED:${kind}]`;
}

/** Whether a text holds such a replacement, of which nobody knows the value any more. */
export function holdsRedactedMark(text: string): boolean {
  return /\[REDACTED:[\w-]+\]/.test(text);
}

/** The value of a token, or why it has none (design D16). */
export type Resolution =
  | { readonly ok: true; readonly surface: string }
  | { readonly ok: false; readonly reason: RehydrationFailure };
