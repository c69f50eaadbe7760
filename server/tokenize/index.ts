export { redactedMark } from '../domain/token.ts';
export { aeadScheme } from './aead-scheme.ts';
export { type Destination, maskChat, maskText } from './mask-chat.ts';
export { type EarlierPlaceholder, Placeholders, type SavedPlaceholders } from './placeholders.ts';
export type { Scheme, SensitiveValue } from './scheme.ts';
export { syntheticScheme } from './synthetic-scheme.ts';
export { type TokenReader, tokenReader } from './token-reader.ts';
export { valueIndex, vaultScheme } from './vault-scheme.ts';
