export {
  type ExportAnchor,
  exportVerifier,
} from './export/export-verifier.ts';
export type { ExportFooter, ExportHeader } from './export/parse-export.ts';
export { type ExportedJournal, type ExportQuery, exportJournal } from './jobs/export-journal.ts';
export type { JournalReader, JournalSnapshot } from './jobs/journal-reader.ts';
export { planPruning } from './jobs/plan-pruning.ts';
export { readPeriod } from './jobs/read-period.ts';
export { verifyJournal } from './jobs/verify-journal.ts';
export {
  checkpointMatchesTree,
  checkpointText,
  type ListedCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
  toKeptCheckpoint,
} from './notes/checkpoint.ts';
export {
  type Coverage,
  eventsPerCheckpoint,
  signDelayMs,
  uncovered,
} from './notes/checkpoint-policy.ts';
export {
  brokenCheckpoints,
  growTree,
  type NoteSigner,
  restoreTree,
} from './notes/checkpoint-trees.ts';
export { type JournalKeys, journalKeys } from './notes/journal-keys.ts';
export { formatNote, rawPublicKey } from './notes/signed-note.ts';
export { canonicalJson } from './record/canonical-json.ts';
export {
  checkpointDraft,
  clockConfirmedDraft,
  clockRegressionDraft,
  holdPlacedDraft,
  holdReleasedDraft,
  isOwnKind,
  prunedDraft,
  tileFilledDraft,
} from './record/journal-drafts.ts';
export {
  buildRecord,
  chainHash,
  journaled,
  parseStoredRecord,
  type Receipt,
  zeroHash,
} from './record/record.ts';
export type { StoredRow } from './record/stored-row.ts';
export { tileSize } from './retention/pruned-tiles.ts';
export {
  checkClock,
  clockSlackDays,
  isStillDue,
  pruneBoundary,
  retentionScan,
  tileDays,
} from './retention/retention-scan.ts';
export {
  acknowledgeGap,
  type CheckpointTable,
  type DrawnCheckpoint,
  drawCheckpoint,
  type KeptNote,
  lastTree,
} from './store/kept-checkpoints.ts';
export { placeRecord } from './store/place-record.ts';
export type { HoldRow, RetainedJournal } from './store/retention-steps.ts';
export * as retentionSteps from './store/retention-steps.ts';
export {
  inclusionSteps,
  verifyInclusion,
} from './tree/inclusion-proof.ts';
export { emptyTree, type MerkleTree, merkleRoot, treeRoot, withLeaf } from './tree/merkle-tree.ts';
export { periodRoot } from './tree/period-scan.ts';
export {
  findSessionFlaw,
  isSessionLeaf,
  type SessionTree,
  sessionFlawSteps,
  sessionRoot,
  sessionTreeSteps,
} from './tree/session-tree.ts';
export {
  chainVerifier,
  type StoredCheckpoint,
  type TrustAnchors,
} from './verify/chain-verifier.ts';
export { findGap, type HeadStatus, headMac, headText } from './verify/journal-head.ts';
export {
  publicKeyOf,
  reportSha256,
  reportSha256InThread,
  reportText,
  reportTextSteps,
  signText,
} from './verify/report-digest.ts';
export { verifyPeriodReport } from './verify/verify-period-report.ts';
export { type ReportFlaw, verifyReport } from './verify/verify-report.ts';
