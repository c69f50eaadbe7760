import { isCanonical } from './canonical.ts';
import { type RecordFacts, type RecordShape, shapeOf } from './record-shape.ts';

/** A record as it is kept: the canonical JSON that was hashed, and what is indexed beside it. */
export interface StoredRow {
  readonly seq: number;
  readonly sessionId: string | null;
  readonly sessionSeq: number | null;
  /** Canonical JSON without `curr_hash`. */
  readonly body: string;
  readonly currHash: string;
}

const hashHex = /^[0-9a-f]{64}$/;
const nonceChars = 32;
/** More shapes than kinds with and without their ids; a journal that has more is read slower. */
const maxShapes = 64;

/** True for 32 bytes in lower-case hex. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && hashHex.test(value);
}

/**
 * Makes a reader of stored rows, which gives undefined when a body is not the canonical JSON of a
 * version 1 record (design D20) or does not say what is indexed beside it.
 */
export function storedRowReader(): (row: StoredRow) => RecordFacts | undefined {
  const shapes: RecordShape[] = [];
  const byShape = (body: string): RecordFacts | undefined => {
    for (let at = 0; at < shapes.length; at += 1) {
      const facts = shapes[at]?.(body);
      if (facts === undefined) continue;
      // What was met last is likely to be met next.
      if (at > 0) shapes.unshift(...shapes.splice(at, 1));
      return facts;
    }
    return undefined;
  };
  const byParsing = (body: string): RecordFacts | undefined => {
    const fields = canonicalObjectOf(body);
    if (fields === undefined || !hasCommonForm(fields)) return undefined;
    const shape = shapeOf(fields);
    if (shape !== undefined && shapes.length < maxShapes) shapes.unshift(shape);
    return factsOf(fields);
  };
  return (row) => {
    const facts = byShape(row.body) ?? byParsing(row.body);
    const indexed = facts?.sessionId === row.sessionId && facts.sessionSeq === row.sessionSeq;
    return indexed ? facts : undefined;
  };
}

type CommonForm = Record<string, unknown> & {
  readonly seq: number;
  readonly kind: string;
  readonly prev_hash: string;
  readonly session_id?: string;
  readonly session_seq?: number;
};

function hasCommonForm(fields: Readonly<Record<string, unknown>>): fields is CommonForm {
  const { v, seq, id, ts, kind, nonce, prev_hash: prevHash } = fields;
  const { session_id: sessionId, session_seq: sessionSeq } = fields;
  const strings = [id, ts, kind, nonce, prevHash, sessionId ?? ''];
  const integers = [seq, sessionSeq ?? 0];
  return (
    v === 1 &&
    strings.every((value) => typeof value === 'string') &&
    integers.every((value) => typeof value === 'number') &&
    String(id).startsWith('evt_') &&
    String(nonce).length === nonceChars &&
    'session_id' in fields === 'session_seq' in fields &&
    !('curr_hash' in fields)
  );
}

function factsOf(fields: CommonForm): RecordFacts {
  return {
    seq: fields.seq,
    kind: fields.kind,
    prevHash: fields.prev_hash,
    sessionId: fields.session_id ?? null,
    sessionSeq: fields.session_seq ?? null,
    ...(fields.kind === 'checkpoint_signed' && {
      signed: { size: fields['size'], rootHash: fields['root_hash'] },
    }),
    ...(fields.kind === 'retention_pruned' && {
      pruned: {
        firstSeq: fields['first_seq'],
        lastSeq: fields['last_seq'],
        boundaryHash: fields['boundary_hash'],
      },
    }),
  };
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
