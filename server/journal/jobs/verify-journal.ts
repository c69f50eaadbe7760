import type { KeyObject } from 'node:crypto';
import type { Verification } from '../../ports/journal.ts';
import { type ChainVerifier, chainVerifier } from '../verify/chain-verifier.ts';
import type { JournalReader } from './journal-reader.ts';

export interface VerifyQuery {
  readonly origin: string;
  readonly publicKey: KeyObject;
  /** Checkpoints that were kept elsewhere: the journal must have grown from each of them. */
  readonly handedOut?: readonly string[];
  /** Called with the `seq` of each record that was read. */
  readonly onRecord?: (seq: number) => void;
  /** Called after each block of records, with the milliseconds that the block took. */
  readonly rest?: (tookMs: number) => Promise<void>;
}

/**
 * Verifies the journal at one moment (design D20–D24), whether or not something appends meanwhile.
 * Rejects when it cannot be read; a damaged page is a break.
 */
export async function verifyJournal(
  reader: JournalReader,
  query: VerifyQuery,
): Promise<Verification> {
  for (;;) {
    const { verification, deletedBelow } = await verifyOnce(reader, query);
    if (verification.ok || reader.isStable) return verification;
    // Records that were pruned while they were read are no break.
    if ((await reader.snapshot()).deletedBelow === deletedBelow) return verification;
  }
}

interface Outcome {
  readonly verification: Verification;
  readonly deletedBelow: number;
}

async function verifyOnce(
  reader: JournalReader,
  { origin, publicKey, handedOut = [], onRecord = () => undefined, rest }: VerifyQuery,
): Promise<Outcome> {
  let verifier: ChainVerifier | undefined;
  let nextSeq = 0;
  let deletedBelow = 0;
  try {
    const snapshot = await reader.snapshot();
    ({ deletedBelow } = snapshot);
    const { headIsExact } = reader;
    const chain = chainVerifier({ ...snapshot, headIsExact, handedOut, origin, publicKey });
    for await (const hashes of snapshot.hashes(deletedBelow)) hashes.forEach(chain.addPruned);
    verifier = chain;
    let begun = performance.now();
    for await (const rows of snapshot.records(0)) {
      for (const row of rows) {
        chain.add(row);
        onRecord(row.seq);
      }
      nextSeq = (rows.at(-1)?.seq ?? -1) + 1;
      await rest?.(performance.now() - begun);
      begun = performance.now();
    }
    return { verification: chain.finish(), deletedBelow };
  } catch (error) {
    if (!reader.isDamage(error)) throw error;
    return { verification: withDamage(verifier?.finish(), nextSeq), deletedBelow };
  }
}

/** What was found up to the damaged page; undefined when not even a first record was read. */
function withDamage(found: Verification | undefined, seq: number): Verification {
  const breaks = found === undefined || found.ok ? [] : found.breaks;
  return {
    ok: false,
    eventCount: found?.eventCount ?? 0,
    breaks: [...breaks, { seq, rule: 'malformed_record' }],
  };
}
