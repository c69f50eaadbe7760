import { sign } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../domain/fault.ts';
import { journalKeys, rawPublicKey, parseStoredRecord } from '../../journal/index.ts';
import type { JournalAttestation } from '../../ports/anchor.ts';
import type { Journal, JournalGap, JournalHead, Verification } from '../../ports/journal.ts';
import type { PolicyTexts } from '../../ports/policy-texts.ts';
import { appendOnce } from './append-once.ts';
import { exportInWorker } from './journal-export-aside.ts';
import { type JournalRetention, journalRetention } from './journal-retention.ts';
import type { JournalData, JournalMethods } from './journal-thread.ts';
import { trackWriteHealth } from './write-watch.ts';
import { openWriter } from './writer.ts';

export interface JournalOptions extends JournalData {
  /** Another program for the journal's thread. */
  readonly worker?: URL;
}

/** The journal in a SQLCipher file with its head file beside it (design D20–D24). */
export interface SqlcipherJournal extends Journal, JournalAttestation, JournalRetention {
  /** Set while records that were once acknowledged are missing; `append` is then refused. */
  gap(): JournalGap | undefined;
  /** Journals that `actor` knows of the loss, and opens the journal for appending again. */
  acknowledgeGap(actor: string): Promise<void>;
  /** See `WriteWatch`. */
  failing(): boolean;
  /** Resolves when the journal has ended though nobody closed it. */
  readonly ended: Promise<void>;
  /** In the same file, to be kept as long as the records. */
  readonly policyTexts: PolicyTexts;
  /** Waits for what is outstanding, signs a last checkpoint and closes. */
  close(): Promise<void>;
}

/** Opens or creates a journal. Rejects when the file cannot be opened with this key. */
export async function openJournal(options: JournalOptions): Promise<SqlcipherJournal> {
  const { worker = new URL('./journal-worker.ts', import.meta.url), ...data } = options;
  const writer = await openWriter<JournalMethods>({
    worker,
    data,
    failure: (cause) => new Fault('AuditUnavailable', 'the journal cannot be written', { cause }),
  });
  const keys = journalKeys(data.key);
  let { head, gap } = await writer.call('state', null);
  let { knownHeads = [] } = data;
  /** One at a time: each reads the whole journal, and whoever is signed in may ask for it. */
  let verifying: Promise<unknown> = Promise.resolve();
  const { watched, failing } = trackWriteHealth({
    probe: () => writer.call('probe', null),
    refused: (error) =>
      gap !== undefined || (error instanceof Fault && error.code !== 'AuditUnavailable'),
  });
  const advance = (to: JournalHead) => {
    if (to.size > head.size) head = to;
  };
  const append = appendOnce(async (drafts) => {
    const placed = await watched(writer.call('append', drafts));
    advance(placed.head);
    return placed;
  });
  return {
    publicKey: rawPublicKey(keys.public).toString('hex'),
    keyName: data.origin,
    ...journalRetention(writer, data, advance),
    append: async (drafts) => (drafts.length === 0 ? [] : append(drafts)),
    async read(query) {
      const rows = await writer.call('read', query);
      return rows.map(([body, currHash]) => parseStoredRecord(body, currHash));
    },
    verify: () => {
      const verification = verifying.then(() => verifyInWorker({ ...data, knownHeads }));
      verifying = verification.catch(() => undefined);
      return verification;
    },
    head: () => head,
    gap: () => gap,
    failing,
    ended: writer.ended,
    async acknowledgeGap(actor) {
      head = await writer.call('acknowledgeGap', actor);
      gap = undefined;
      knownHeads = [];
    },
    checkpoint: () => writer.call('checkpoint', null),
    checkpoints: (limit) => writer.call('checkpoints', limit),
    export: () => exportInWorker(data),
    sign: async (text) => sign(null, Buffer.from(text), keys.signing).toString('base64'),
    policyTexts: {
      keep: (policy) => writer.call('keepPolicyText', policy),
      find: (sha256s) => writer.call('findPolicyTexts', sha256s),
    },
    close: () => writer.close(),
  };
}

/** Verifies in a thread of its own, so that neither requests nor appends wait. */
async function verifyInWorker(data: JournalData): Promise<Verification> {
  const worker = new Worker(new URL('./journal-verify-worker.ts', import.meta.url), {
    workerData: data,
  });
  // The thread closes its database and ends by itself: cutting it off inside SQLite could crash the process.
  const [[verification]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return verification as Verification;
}
