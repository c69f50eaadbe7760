import { sign } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../../domain/fault.ts';
import { journalKeys, parseStoredRecord, rawPublicKey } from '../../../journal/index.ts';
import type {
  Journal,
  JournalAttestation,
  JournalGap,
  JournalHead,
  PolicyTexts,
  Verification,
} from '../../../ports/journal.ts';
import type {
  LegalHolds,
  PrunePlan,
  PruneQuery,
  Pruning,
  RetentionLedger,
} from '../../../ports/retention.ts';
import { trackWriteHealth } from '../engine/write-health.ts';
import { openWriter, type Writer } from '../engine/writer.ts';
import { appendOnce } from './append-once.ts';
import type { JournalData, JournalMethods } from './journal-thread.ts';
import type { RetentionPlanData } from './plan-pruning.ts';

export interface JournalRetention {
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
}

/** Retention as the journal's thread does it; `advance` is told of each new head. */
export function journalRetention(
  writer: Writer<JournalMethods>,
  source: Omit<RetentionPlanData, keyof PruneQuery>,
  advance: (head: JournalHead) => void,
): JournalRetention {
  return {
    retention: {
      state: () => writer.call('retentionState', null),
      plan: (query) => planInWorker({ ...source, ...query }),
      async giveUp(plan, policyDays, ts) {
        const { givenUp, head } = await writer.call('giveUp', { plan, policyDays, ts });
        advance(head);
        return givenUp;
      },
      nextTile: () => writer.call('nextTile', null),
      dropTile: (no) => writer.call('dropTile', no),
      async sawClock(ts, confirmed) {
        advance(await writer.call('sawClock', { ts, ...confirmed }));
      },
    },
    holds: {
      async place(hold) {
        const placed = await writer.call('placeHold', hold);
        advance(placed.head);
        return placed.hold;
      },
      async release(hold) {
        const { released, head } = await writer.call('releaseHold', hold);
        advance(head);
        return released;
      },
      list: () => writer.call('holds', null),
    },
  };
}

/** Plans in a thread of its own: reading years of records must hold up no append. */
async function planInWorker(data: RetentionPlanData): Promise<PrunePlan> {
  const worker = new Worker(new URL('./plan-worker.ts', import.meta.url), {
    workerData: data,
  });
  const [[plan]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return plan as PrunePlan;
}

/**
 * `exportJournal` of the whole journal in a thread of its own, in pieces of whole lines. The thread
 * makes the next piece only when the last was taken, so memory stays bounded however slowly it is
 * read; it ends, and lets go of its snapshot, with the reading.
 */
export async function* exportInWorker(data: JournalData): AsyncGenerator<string> {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), {
    workerData: data,
  });
  try {
    for (;;) {
      worker.postMessage('next');
      const [piece] = (await once(worker, 'message')) as [string];
      if (piece === '') return;
      yield piece;
    }
  } finally {
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop');
    await ended;
  }
}

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
  const worker = new Worker(new URL('./verify-worker.ts', import.meta.url), {
    workerData: data,
  });
  // The thread closes its database and ends by itself: cutting it off inside SQLite could crash the process.
  const [[verification]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return verification as Verification;
}
