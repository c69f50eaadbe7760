export { restoreCompletion, type ObserverOfReply } from './completion.ts';
export { emptyTally, type ReplyObserver, type RestoreTally } from './render-pieces.ts';
export { parseReply } from './reply-limits.ts';
export { tokensIn } from './reply-tokens.ts';
export { restoreText } from './restore-text.ts';
export { type SseRestorer, sseRestorer } from './sse-restorer.ts';
export { type RestoreContext, type ScopedToken, TokenScope } from './token-scope.ts';
