import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { EventDraft } from '../../server/domain/event.ts';
import {
  buildRecord,
  canonicalJson,
  chainHash,
  chainVerifier,
  checkpointText,
  formatNote,
  merkleRoot,
  type StoredCheckpoint,
  type StoredRow,
  type TrustAnchors,
  zeroHash,
} from '../../server/journal/index.ts';
import type { JournalHead, Verification } from '../../server/ports/journal.ts';

const { privateKey } = generateKeyPairSync('ed25519');
export const origin = 'audit.example/test';
export const publicKey = createPublicKey(privateKey);

/** A chain of these drafts as a journal would store it. */
export function chainOf(drafts: readonly EventDraft[]): StoredRow[] {
  const sessions = new Map<string, number>();
  let prevHash = zeroHash;
  return drafts.map((draft, seq) => {
    const session = draft.session_id;
    const sessionSeq = session === undefined ? undefined : (sessions.get(session) ?? 0);
    if (session !== undefined) sessions.set(session, (sessionSeq ?? 0) + 1);
    const body = canonicalJson(
      buildRecord(draft, {
        seq,
        id: `evt_${String(seq).padStart(26, '0')}`,
        nonce: seq.toString(16).padStart(32, '0'),
        prevHash,
        ...(sessionSeq !== undefined && { sessionSeq }),
      }),
    );
    prevHash = chainHash(body);
    return {
      seq,
      sessionId: session ?? null,
      sessionSeq: sessionSeq ?? null,
      body,
      currHash: prevHash,
    };
  });
}

export function headOf(rows: readonly StoredRow[]): JournalHead {
  return { size: rows.length, hash: rows.at(-1)?.currHash ?? zeroHash };
}

/** A checkpoint over the first `size` records, signed with the journal's key. */
export function checkpointOver(rows: readonly StoredRow[], size: number): StoredCheckpoint {
  const rootHash = merkleRoot(rows.slice(0, size).map((row) => row.currHash));
  const text = checkpointText({ origin, size, rootHash });
  const signature = sign(null, Buffer.from(text), privateKey);
  return { size, note: formatNote(text, { name: origin, publicKey }, signature), voidedBy: null };
}

/** Verifies rows against anchors taken from what the journal once was. */
export function verifyRows(
  rows: readonly StoredRow[],
  anchors: Partial<TrustAnchors> & { readonly once: readonly StoredRow[] },
): Verification {
  const verifier = chainVerifier({
    head: { state: 'signed', head: headOf(anchors.once) },
    checkpoints: [],
    origin,
    publicKey,
    ...anchors,
  });
  for (const row of rows) verifier.add(row);
  return verifier.finish();
}

/** Links and hashes everything again, as someone who knows the algorithm would. */
export function rechained(rows: readonly StoredRow[]): StoredRow[] {
  let prevHash = zeroHash;
  return rows.map((row, seq) => {
    const body = canonicalJson({ ...JSON.parse(row.body), seq, prev_hash: prevHash });
    prevHash = chainHash(body);
    return { ...row, seq, body, currHash: prevHash };
  });
}
