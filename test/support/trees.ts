import type { JournalRecord } from '../../server/domain/event.ts';
import { runToEnd } from '../../server/domain/time-slices.ts';
import { inclusionSteps, type SessionTree, sessionTreeSteps } from '../../server/journal/index.ts';

/** Audit path of one leaf. */
export function inclusionProof(currHashes: readonly string[], index: number): readonly string[] {
  return runToEnd(inclusionSteps(currHashes, index));
}

/** The tree of one session. */
export function sessionTree(records: readonly JournalRecord[]): SessionTree {
  return runToEnd(sessionTreeSteps(records));
}
