import type { PrunedFacts } from '../retention/pruned-tiles.ts';
import { isCanonical } from './canonical-json.ts';

/** What verification needs of a record. */
export interface RecordFacts {
  readonly seq: number;
  readonly kind: string;
  readonly prevHash: string;
  readonly sessionId: string | null;
  readonly sessionSeq: number | null;
  /** What a `checkpoint_signed` record says was signed. */
  readonly signed?: { readonly size: unknown; readonly rootHash: unknown };
  /** What a `retention_pruned` record says was removed. */
  readonly pruned?: PrunedFacts;
}

/** Reads the facts of a body that is canonical JSON of one shape; undefined for any other body. */
export type RecordShape = (body: string) => RecordFacts | undefined;

/** A character without an escape. Strings with escapes or surrogate pairs are left to the parser. */
const character = String.raw`[^"\\\x00-\x1f\ud800-\udfff]`;
/** An integer with few enough digits to be safe. */
const integer = String.raw`(?:0|-?[1-9]\d{0,14})`;
const integers = String.raw`\[(?:${integer}(?:,${integer})*)?\]`;

/** Keys whose pattern is narrower than the type of their value. */
const special: Readonly<Record<string, string>> = {
  v: '1',
  id: `"evt_${character}*"`,
  nonce: `"${character}{32}"`,
  prev_hash: `"(${character}*)"`,
  seq: `(${integer})`,
  session_id: `"(${character}*)"`,
  session_seq: `(${integer})`,
};

const readByKind: ReadonlySet<string> = new Set(['checkpoint_signed', 'retention_pruned']);

/**
 * The shape of a record that was found canonical. Records of a kind share their keys, so one pattern
 * checks the form and reads the values, seven times as fast as parsing. Undefined where a pattern does
 * not suffice: for maps, whose keys vary, and for kinds whose own fields are needed.
 */
export function shapeOf(fields: Readonly<Record<string, unknown>>): RecordShape | undefined {
  const kind = fields['kind'];
  if (typeof kind !== 'string' || readByKind.has(kind)) return undefined;
  const members: string[] = [];
  for (const [key, value] of Object.entries(fields)) {
    const pattern = key === 'kind' ? literal(`"${kind}"`) : (special[key] ?? patternOf(value));
    if (pattern === undefined) return undefined;
    members.push(`${literal(JSON.stringify(key))}:${pattern}`);
  }
  return reader(new RegExp(`^\\{${members.join(',')}\\}$`), kind);
}

function reader(pattern: RegExp, kind: string): RecordShape {
  return (body) => {
    const found = pattern.exec(body);
    if (found === null) return undefined;
    // In canonical order, which is the order of the groups.
    const [, prevHash = '', seq, sessionId = null, sessionSeq] = found;
    return {
      kind,
      seq: Number(seq),
      prevHash,
      sessionId,
      sessionSeq: sessionSeq === undefined ? null : Number(sessionSeq),
    };
  };
}

function patternOf(value: unknown): string | undefined {
  if (typeof value === 'string') return `"${character}*"`;
  if (typeof value === 'number') return integer;
  const flat = Array.isArray(value) && value.every((item) => typeof item === 'number');
  return flat ? integers : undefined;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** A record as it is kept: the canonical JSON that was hashed, and its indexed columns. */
export interface StoredRow {
  readonly seq: number;
  readonly sessionId: string | null;
  readonly sessionSeq: number | null;
  /** Canonical JSON without `curr_hash`. */
  readonly body: string;
  readonly currHash: string;
  /** True when the body cannot be read, or other columns contradict it. */
  readonly malformed?: boolean;
}

const hashHex = /^[0-9a-f]{64}$/;
const nonceChars = 32;
/** More than there are kinds with and without ids; a journal that has more shapes is read slower. */
const maxShapes = 64;

/** True for 32 bytes in lower-case hex. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && hashHex.test(value);
}

/**
 * Makes a reader of stored rows, which gives undefined when a body is not the canonical JSON of a
 * version 1 record (design D20) or contradicts the indexed columns.
 */
export function storedRowReader(): (row: StoredRow) => RecordFacts | undefined {
  const shapes: RecordShape[] = [];
  const byShape = (body: string): RecordFacts | undefined => {
    for (let at = 0; at < shapes.length; at += 1) {
      const facts = shapes[at]?.(body);
      if (facts === undefined) continue;
      // The last shape is likely to match the next record.
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
