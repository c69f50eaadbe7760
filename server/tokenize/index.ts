export { redactedMark } from '../domain/token.ts';
export { aeadScheme } from './aead-scheme.ts';
export { maskChat, type TextPart } from './mask-chat.ts';
export { maskText } from './mask-text.ts';
export { Placeholders, type SavedPlaceholders } from './placeholder-book.ts';
export type { Scheme, SensitiveValue } from './scheme.ts';
export { syntheticScheme } from './synthetic-scheme.ts';
export { tokenReader } from './token-reader.ts';
export { vaultScheme } from './vault-scheme.ts';
