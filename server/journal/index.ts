export {
  type ExportFooter,
  type ExportHeader,
  exportFormat,
  parseExportFooter,
  parseExportHeader,
} from './export/export-format.ts';
export {
  type ExportSource,
  type ExportTree,
  exportHeader,
  exportLines,
  exportTree,
} from './export/export-lines.ts';
export {
  type ExportAnchor,
  exportVerifier,
} from './export/export-verifier.ts';
export {
  type Checkpoint,
  checkpointMatchesTree,
  checkpointText,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
} from './notes/checkpoint.ts';
export { type JournalKeys, journalKeys } from './notes/journal-keys.ts';
export { formatNote, rawPublicKey } from './notes/signed-note.ts';
export { canonicalJson } from './record/canonical-json.ts';
export { clockRegressionDraft, legalHoldDraft } from './record/journal-drafts.ts';
export {
  buildRecord,
  chainHash,
  journaled,
  parseStoredRecord,
  type Receipt,
  zeroHash,
} from './record/record.ts';
export type { StoredRow } from './record/stored-row.ts';
export { checkClock } from './retention/clock-check.ts';
export { tileSize } from './retention/pruned-tiles.ts';
export { clockSlackDays, pruneBoundary, retentionScan } from './retention/retention-scan.ts';
export {
  inclusionProof,
  inclusionSteps,
  logProofs,
  verifyInclusion,
} from './tree/inclusion-proof.ts';
export { emptyTree, type MerkleTree, merkleRoot, treeRoot, withLeaf } from './tree/merkle-tree.ts';
export {
  assertSessionExists,
  findSessionFlaw,
  isSessionLeaf,
  type SessionTree,
  sessionFlawSteps,
  sessionRoot,
  sessionTree,
  sessionTreeSteps,
} from './tree/session-tree.ts';
export {
  chainVerifier,
  type HeadStatus,
  type StoredCheckpoint,
  type TrustAnchors,
} from './verify/chain-verifier.ts';
export { findGap, headMac, headText } from './verify/journal-head.ts';
export { publicKeyOf, reportSha256, reportText, reportTextSteps } from './verify/report-digest.ts';
export { type ReportFlaw, verifyReport } from './verify/verify-report.ts';
