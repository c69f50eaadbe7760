export { canonicalJson } from './canonical.ts';
export { chainHash, zeroHash } from './chain.ts';
export {
  type Checkpoint,
  checkpointText,
  describes,
  openCheckpoint,
  parseCheckpoint,
} from './checkpoint.ts';
export { clockRegression } from './clock-regression.ts';
export { inclusionProof, verifyInclusion } from './inclusion.ts';
export { journaled } from './journaled.ts';
export { emptyTree, merkleRoot, type Tree, treeRoot, withLeaf } from './merkle.ts';
export { recordAt, storedRecord } from './record.ts';
export { isSessionLeaf, sessionRoot } from './session-root.ts';
export { formatNote, rawPublicKey } from './signed-note.ts';
export type { StoredRow } from './stored-row.ts';
export { type Anchors, chainVerifier, type HeadFound, type StoredCheckpoint } from './verify.ts';
