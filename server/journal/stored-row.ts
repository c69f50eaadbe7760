import { isCanonical } from './canonical.ts';

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
const nonceChars = 32;

/** True for 32 bytes in lower-case hex. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && hashHex.test(value);
}

/**
 * Reads a stored row; undefined when its body is not the canonical JSON of a version 1 record
 * (design D20) or does not say what is indexed beside it.
 */
export function readRow(row: StoredRow): RecordFacts | undefined {
  const fields = canonicalObjectOf(row.body);
  if (fields === undefined || !hasCommonForm(fields)) return undefined;
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
    nonce.length === nonceChars &&
    typeof prevHash === 'string'
  );
}

function canonicalObjectOf(body: string): Record<string, unknown> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return isCanonical(body, value) ? (value as Record<string, unknown>) : undefined;
}
