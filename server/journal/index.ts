export { canonicalJson } from './canonical.ts';
export { chainHash, zeroHash } from './chain.ts';
export {
  type Checkpoint,
  checkpointText,
  checkpointMatchesTree,
  openCheckpoint,
  parseCheckpoint,
} from './checkpoint.ts';
export { checkClock } from './clock-check.ts';
export { clockRegressionDraft } from './clock-regression.ts';
export {
  type ExportFooter,
  type ExportHeader,
  exportFormat,
  parseExportFooter,
  parseExportHeader,
} from './export-format.ts';
export {
  type ExportSource,
  type ExportTree,
  exportHeader,
  exportLines,
  exportTree,
} from './export-lines.ts';
export { findGap } from './gap-between.ts';
export { legalHoldDraft } from './hold-draft.ts';
export { inclusionProof, inclusionSteps, verifyInclusion } from './inclusion.ts';
export { type JournalKeys, journalKeys } from './journal-keys.ts';
export { journaled } from './journaled.ts';
export { logProofs } from './log-proofs.ts';
export { emptyTree, merkleRoot, type MerkleTree, treeRoot, withLeaf } from './merkle.ts';
export { tileSize } from './pruned-tiles.ts';
export { buildRecord, parseStoredRecord } from './record.ts';
export { publicKeyOf, reportSha256, reportText, reportTextSteps } from './report-digest.ts';
export { clockSlackDays, pruneBoundary, retentionScan } from './retention-scan.ts';
export { isSessionLeaf, assertSessionExists, sessionRoot } from './session-root.ts';
export {
  sessionFlawSteps,
  type SessionTree,
  findSessionFlaw,
  sessionTree,
  sessionTreeSteps,
} from './session-tree.ts';
export { signCheckpoint } from './sign-checkpoint.ts';
export { headMac, headText } from './signed-head.ts';
export { formatNote, rawPublicKey } from './signed-note.ts';
export type { StoredRow } from './stored-row.ts';
export {
  type TrustAnchors,
  chainVerifier,
  type HeadStatus,
  type StoredCheckpoint,
} from './verify.ts';
export {
  type ExportAnchor,
  exportVerifier,
} from './verify-export.ts';
export { type ReportFlaw, verifyReport } from './verify-report.ts';
