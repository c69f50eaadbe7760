import canonicalize from 'canonicalize';
import type { z } from 'zod';
import type { EventProof as Schema } from '../../server/contract/report.ts';

/** The answer of `GET /api/v1/sessions/{id}/events/{event_id}/proof`. */
export type EventProof = z.infer<typeof Schema>;

/** The result of each step of a proof. */
export interface Verdict {
  /** The event's hash matches its contents (design D20). */
  readonly hashHolds: boolean;
  /** The path leads from the event to the root (design D21). */
  readonly pathHolds: boolean;
}

/** Checks a proof in this browser, without the service. */
export async function verifyEvent({ event, ...proof }: EventProof): Promise<Verdict> {
  const { curr_hash, ...contents } = event;
  const text = new TextEncoder().encode(`svc-audit-event-v1\n${canonicalize(contents) ?? ''}`);
  const hash = hexOf(await sha256(text));
  const leaf = await sha256(joined([Uint8Array.of(0), bytesOf(String(curr_hash))]));
  const root = await rootOf(leaf, proof);
  return { hashHolds: hash === curr_hash, pathHolds: root === proof.merkle_root_hex };
}

/** RFC 9162, 2.1.3.2: the root at the end of the path; undefined if the path does not fit the leaf. */
async function rootOf(
  leaf: Uint8Array,
  { leaf_index, tree_size, path }: Omit<EventProof, 'event'>,
): Promise<string | undefined> {
  if (!(leaf_index >= 0 && leaf_index < tree_size)) return undefined;
  let index = leaf_index;
  let last = tree_size - 1;
  let hash = leaf;
  for (const sibling of path.map(bytesOf)) {
    if (last === 0) return undefined;
    const right = index % 2 === 1 || index === last;
    hash = await sha256(joined([Uint8Array.of(1), ...(right ? [sibling, hash] : [hash, sibling])]));
    while (right && index % 2 === 0 && index > 0) {
      index = Math.floor(index / 2);
      last = Math.floor(last / 2);
    }
    index = Math.floor(index / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hexOf(hash) : undefined;
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
