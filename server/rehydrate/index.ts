export { restoreCompletion, type WatchReply } from './completion.ts';
export { emptyTally, type ReplyWatch, type Tally } from './render-pieces.ts';
export { parseReply } from './reply-limits.ts';
export { tokensIn } from './reply-tokens.ts';
export { restoreText } from './restore-text.ts';
export { type SseRestorer, sseRestorer } from './sse-restorer.ts';
export { type Restoration, type ScopedToken, TokenScope } from './token-scope.ts';
