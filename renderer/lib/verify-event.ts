import canonicalize from 'canonicalize';

/** An inclusion proof as `GET /api/v1/sessions/{id}/events/{event_id}/proof` gives it (RFC 6962). */
export interface EventProof {
  readonly event: Readonly<Record<string, unknown>>;
  readonly leaf_index: number;
  readonly tree_size: number;
  readonly merkle_root_hex: string;
  readonly path: readonly string[];
}

/** What this browser found when it computed a proof again, step by step. */
export interface Verdict {
  /** The event's own hash is that of its contents (design D20). */
  readonly hashHolds: boolean;
  /** The path leads from the event to the root (design D21). */
  readonly pathHolds: boolean;
}

/** Checks a proof without asking the service again. */
export async function verifyEvent({ event, ...proof }: EventProof): Promise<Verdict> {
  const { curr_hash, ...contents } = event;
  const text = new TextEncoder().encode(`svc-audit-event-v1\n${canonicalize(contents) ?? ''}`);
  const hash = hexOf(await sha256(text));
  const leaf = await sha256(joined([Uint8Array.of(0), bytesOf(String(curr_hash))]));
  const root = await rootOf(leaf, proof);
  return { hashHolds: hash === curr_hash, pathHolds: hexOf(root) === proof.merkle_root_hex };
}

/** RFC 9162, 2.1.3.2: from a leaf along its path to the root it must have. */
async function rootOf(
  leaf: Uint8Array,
  { leaf_index, tree_size, path }: Omit<EventProof, 'event'>,
): Promise<Uint8Array> {
  let index = leaf_index;
  let last = tree_size - 1;
  let hash = leaf;
  for (const sibling of path.map(bytesOf)) {
    const right = index % 2 === 1 || index === last;
    hash = await sha256(joined([Uint8Array.of(1), ...(right ? [sibling, hash] : [hash, sibling])]));
    while (right && index % 2 === 0 && index > 0) {
      index = Math.floor(index / 2);
      last = Math.floor(last / 2);
    }
    index = Math.floor(index / 2);
    last = Math.floor(last / 2);
  }
  return hash;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
