import { canonicalJson } from './canonical.ts';

/** A record as it is kept: the canonical JSON that was hashed, and what is indexed beside it. */
export interface StoredRow {
  readonly seq: number;
  readonly sessionId: string | null;
  readonly sessionSeq: number | null;
  /** Canonical JSON without `curr_hash`. */
  readonly body: string;
  readonly currHash: string;
}

/** What verification needs of a record. */
export interface RecordFacts {
  readonly seq: number;
  readonly kind: string;
  readonly prevHash: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const hashHex = /^[0-9a-f]{64}$/;
const nonceHex = /^[0-9a-f]{32}$/;

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && hashHex.test(value);
}

/**
 * Reads a stored row; undefined when its body is not the canonical JSON of a version 1 record
 * (design D20) or does not say what is indexed beside it.
 */
export function readRow(row: StoredRow): RecordFacts | undefined {
  const fields = canonicalObjectOf(row.body);
  if (fields === undefined || !hasCommonForm(fields) || !isHash(row.currHash)) return undefined;
  const { seq, kind, prev_hash: prevHash } = fields;
  const indexed =
    (fields['session_id'] ?? null) === row.sessionId &&
    (fields['session_seq'] ?? null) === row.sessionSeq;
  if (!indexed || 'curr_hash' in fields) return undefined;
  return { seq, kind, prevHash, fields };
}

type CommonForm = Record<string, unknown> & { seq: number; kind: string; prev_hash: string };

function hasCommonForm(fields: Readonly<Record<string, unknown>>): fields is CommonForm {
  const { v, seq, id, ts, kind, nonce, prev_hash: prevHash } = fields;
  return (
    v === 1 &&
    typeof seq === 'number' &&
    typeof id === 'string' &&
    id.startsWith('evt_') &&
    typeof ts === 'string' &&
    typeof kind === 'string' &&
    typeof nonce === 'string' &&
    nonceHex.test(nonce) &&
    isHash(prevHash)
  );
}

function canonicalObjectOf(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return canonicalJson(value) === body ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Not JSON, or JSON that no record may hold.
    return undefined;
  }
}
