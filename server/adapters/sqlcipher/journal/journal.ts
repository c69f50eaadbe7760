import { Fault } from '../../../domain/fault.ts';
import { journalKeys, parseStoredRecord, rawPublicKey, signText } from '../../../journal/index.ts';
import type {
  Journal,
  JournalAttestation,
  JournalGap,
  JournalHead,
  PolicyTexts,
} from '../../../ports/journal.ts';
import type { LegalHolds, Pruning, RetentionLedger } from '../../../ports/retention.ts';
import { journalJobs } from '../../system/journal-jobs.ts';
import { trackWriteHealth } from '../engine/write-health.ts';
import { openWriter, type Writer } from '../engine/writer.ts';
import { appendOnce } from './append-once.ts';
import type { JournalData, JournalMethods } from './journal-thread.ts';

export interface JournalRetention {
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
}

/** Retention as the journal's thread does it; `withHead` takes over the head after a write. */
function journalRetention(
  writer: Writer<JournalMethods>,
  withHead: <T>(written: Promise<T>) => Promise<T>,
  plan: Pruning['plan'],
): JournalRetention {
  return {
    retention: {
      state: () => writer.call('retentionState', null),
      plan,
      giveUp: (due, policyDays, ts) =>
        withHead(writer.call('giveUp', { plan: due, policyDays, ts })),
      nextTile: () => writer.call('nextTile', null),
      dropTile: (no) => writer.call('dropTile', no),
      sawClock: (ts, confirmed) => withHead(writer.call('sawClock', { ts, confirmed })),
    },
    holds: {
      place: (hold) => withHead(writer.call('placeHold', hold)),
      release: (hold) => withHead(writer.call('releaseHold', hold)),
      list: () => writer.call('holds', null),
    },
  };
}

export interface JournalOptions extends JournalData {
  /** Another program for the journal's thread. */
  readonly worker?: URL;
}

/** The journal in a SQLCipher file, with its head file next to it (design D20–D24). */
export interface SqlcipherJournal extends Journal, JournalAttestation, JournalRetention {
  /** Set while records that were once acknowledged are missing; `append` is then refused. */
  gap(): JournalGap | undefined;
  /** Journals that `actor` knows of the loss, and opens the journal for appending again. */
  acknowledgeGap(actor: string): Promise<void>;
  /** See `WriteWatch`. */
  failing(): boolean;
  /** Resolves when the journal's thread has ended without `close`. */
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
  const jobs = journalJobs(new URL('./journal-jobs-worker.ts', import.meta.url), () => ({
    ...data,
    knownHeads,
  }));
  const { watched, failing } = trackWriteHealth({
    probe: () => writer.call('probe', null),
    refused: (error) =>
      gap !== undefined || (error instanceof Fault && error.code !== 'AuditUnavailable'),
  });
  const advance = (to: JournalHead) => {
    if (to.size > head.size) head = to;
  };
  const withHead = async <T>(written: Promise<T>): Promise<T> => {
    const result = await written;
    advance((await writer.call('state', null)).head);
    return result;
  };
  const append = appendOnce(async (drafts) => {
    const placed = await watched(writer.call('append', drafts));
    advance(placed.head);
    return placed;
  });
  return {
    publicKey: rawPublicKey(keys.public).toString('hex'),
    keyName: data.origin,
    ...journalRetention(writer, withHead, jobs.plan),
    append: async (drafts) => (drafts.length === 0 ? [] : append(drafts)),
    async read(query) {
      const rows = await writer.call('read', query);
      return rows.map(([body, currHash]) => parseStoredRecord(body, currHash));
    },
    verify: jobs.verify,
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
    export: jobs.export,
    sign: (text) => signText(text, keys.signing),
    policyTexts: {
      keep: (policy) => writer.call('keepPolicyText', policy),
      find: (sha256s) => writer.call('findPolicyTexts', sha256s),
    },
    close: () => writer.close(),
  };
}
