import type { JournalRecord } from '../../../domain/event.ts';
import { Fault } from '../../../domain/fault.ts';
import { journalKeys, parseStoredRecord, rawPublicKey, signText } from '../../../journal/index.ts';
import type {
  ActivityRecords,
  Journal,
  JournalAttestation,
  JournalGap,
  JournalHead,
  JournalPeriods,
  PolicyTexts,
} from '../../../ports/journal.ts';
import type { PolicyVersions } from '../../../ports/policy-versions.ts';
import type { LegalHolds, Pruning, RetentionLedger } from '../../../ports/retention.ts';
import { journalJobs } from '../../system/journal-jobs.ts';
import { trackWriteHealth } from '../engine/write-health.ts';
import { openWriter } from '../engine/writer.ts';
import { appendOnce } from './append-once.ts';
import type { RawRecord } from './journal-store.ts';
import type { JournalData, JournalPorts } from './journal-worker.ts';

/** The journal in a SQLCipher file, with its head file next to it (design D20–D24). */
export interface SqlcipherJournal
  extends Journal,
    ActivityRecords,
    JournalAttestation,
    JournalPeriods {
  /** Set while records that were once acknowledged are missing; `append` is then refused. */
  gap(): JournalGap | undefined;
  /** Journals that `actor` knows of the loss, and opens the journal for appending again. */
  acknowledgeGap(actor: string): Promise<void>;
  /** See `WriteWatch`. */
  failing(): boolean;
  /** Resolves when the journal's thread has ended without `close`. */
  readonly ended: Promise<void>;
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
  /** In the same file, to be kept as long as the records. */
  readonly policyTexts: PolicyTexts;
  readonly policyVersions: PolicyVersions;
  /** Waits for what is outstanding, signs a last checkpoint and closes. */
  close(): Promise<void>;
}

/** Opens or creates a journal. Rejects when the file cannot be opened with this key. */
export async function openJournal(data: JournalData): Promise<SqlcipherJournal> {
  const writer = await openWriter<JournalPorts>({
    worker: new URL('./journal-worker.ts', import.meta.url),
    data,
    failure: (cause) => new Fault('AuditUnavailable', 'the journal cannot be written', { cause }),
  });
  const { journal, retention, holds, policyTexts, policyVersions, health } = writer.ports;
  const keys = journalKeys(data.key);
  let { head, gap } = await journal.state();
  let { knownHeads = [] } = data;
  const jobs = journalJobs(new URL('./journal-jobs-worker.ts', import.meta.url), () => ({
    ...data,
    knownHeads,
  }));
  const { watched, failing } = trackWriteHealth({
    probe: health.probe,
    refused: (error) =>
      gap !== undefined || (error instanceof Fault && error.code !== 'AuditUnavailable'),
  });
  const advance = (to: JournalHead) => {
    if (to.size > head.size) head = to;
  };
  const withHead = async <T>(written: Promise<T>): Promise<T> => {
    const result = await written;
    advance((await journal.state()).head);
    return result;
  };
  const append = appendOnce(async (drafts) => {
    const placed = await watched(journal.append(drafts));
    advance(placed.head);
    return placed;
  });
  return {
    publicKey: rawPublicKey(keys.public).toString('hex'),
    keyName: data.origin,
    retention: {
      ...retention,
      plan: jobs.plan,
      fillTile: (...args) => withHead(retention.fillTile(...args)),
      giveUp: (...args) => withHead(retention.giveUp(...args)),
      sawClock: (...args) => withHead(retention.sawClock(...args)),
    },
    holds: {
      ...holds,
      place: (hold, fromSeq) => withHead(holds.place(hold, fromSeq)),
      release: (no, by) => withHead(holds.release(no, by)),
    },
    append: async (drafts) => (drafts.length === 0 ? [] : append(drafts)),
    read: async (query) => recordsOf(await journal.read(query)),
    activity: async (query) => recordsOf(await journal.activity(query)),
    verify: jobs.verify,
    head: () => head,
    gap: () => gap,
    failing,
    ended: writer.ended,
    async acknowledgeGap(actor) {
      head = await journal.acknowledgeGap(actor);
      gap = undefined;
      knownHeads = [];
    },
    checkpoint: journal.checkpoint,
    checkpoints: journal.checkpoints,
    export: jobs.export,
    period: jobs.period,
    sign: (text) => signText(text, keys.signing),
    policyTexts,
    policyVersions,
    close: () => writer.close(),
  };
}

function recordsOf(rows: readonly RawRecord[]): readonly JournalRecord[] {
  return rows.map(([body, currHash]) => parseStoredRecord(body, currHash));
}
