export { parseReply } from './reply-format.ts';
export {
  emptyTally,
  type ReplyObserver,
  type RestoreTally,
  restoreText,
} from './reply-text-restorer.ts';
export { type ObserverOfReply, restoreCompletion } from './restore-completion.ts';
export { type LongestHolds, type SseRestorer, sseRestorer } from './sse-restorer.ts';
export { type ReadToken, tokensIn, wholeTokenSteps, wholeTokensIn } from './token-candidate.ts';
export { type RestoreContext, type ScopedToken, TokenScope } from './token-scope.ts';
