import type { EventDraft } from '../../../domain/event.ts';
import type { Secret } from '../../../domain/secret.ts';
import { runLater } from '../../../domain/steps.ts';
import {
  acknowledgeGap,
  eventsPerCheckpoint,
  type HeadStatus,
  journalKeys,
  type NoteSigner,
  rawPublicKey,
  signText,
  uncovered,
} from '../../../journal/index.ts';
import type { Ids } from '../../../ports/ids.ts';
import type {
  ActivityRecords,
  Journal,
  JournalAttestation,
  JournalGap,
  JournalPeriods,
} from '../../../ports/journal.ts';
import type { LegalHolds, Pruning, RetentionLedger } from '../../../ports/retention.ts';
import { checkpointTimer } from '../../system/checkpoint-timer.ts';
import { journalJobs } from '../../system/journal-jobs.ts';
import type { PostgresDatabase } from '../engine/connection.ts';
import { openPipelinedConnection } from '../engine/pipelined-connection.ts';
import { type CheckpointStore, checkpointStore, checkpointTable } from './checkpoint-store.ts';
import { asQueryable } from './gap-detector.ts';
import { groupedAppends } from './grouped-appends.ts';
import { type SeenHeadFile, seenHead } from './head-check.ts';
import { type Chain, type LockedChain, openChain } from './journal-chain.ts';
import { journalCipher } from './journal-cipher.ts';
import { type JournalFeed, openFeed } from './journal-feed.ts';
import { readActivity, readRecords } from './record-reads.ts';
import { postgresRetention } from './retention.ts';
import { journalSql } from './statements.ts';

/** Replicas that commit within this time share a full checkpoint. */
const shareMs = 100;

export interface JournalOptions {
  readonly url: Secret<string>;
  /** The same server, migrated (`journalMigrations`). */
  readonly database: PostgresDatabase;
  /** 32 bytes; see `journalKeys`. The same at every replica. */
  readonly key: Uint8Array;
  /** Root of what records are sealed with; default: `key`. */
  readonly databaseKey?: Uint8Array;
  /** Names this journal in its checkpoints. The same at every replica. */
  readonly origin: string;
  readonly ids: Ids;
  /** On this replica's own disk. */
  readonly seenHeadFile: SeenHeadFile;
}

/** What the thread of a job needs to open the journal. */
export interface JobSource {
  readonly url: string;
  readonly key: Uint8Array;
  readonly databaseKey?: Uint8Array;
  readonly origin: string;
  /** The highest head that this replica has seen. */
  readonly seen: HeadStatus;
}

/** The journal in PostgreSQL, which many replicas write as one chain (design D20–D24, D47). */
export interface PostgresJournal
  extends Journal,
    ActivityRecords,
    JournalAttestation,
    JournalPeriods,
    Pick<JournalFeed, 'appended'> {
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
  /** Set while records that were once acknowledged are missing; `append` is then refused. */
  gap(): JournalGap | undefined;
  /** Journals that `actor` knows of the loss, and opens the journal for appending again. */
  acknowledgeGap(actor: string): Promise<void>;
  /** Waits for what is outstanding, signs a last checkpoint and closes; the database stays open. */
  close(): Promise<void>;
}

/** Opens a journal, or begins an empty one. Rejects when the server cannot be reached. */
export async function openJournal(options: JournalOptions): Promise<PostgresJournal> {
  const { url, database, key, databaseKey, origin } = options;
  const keys = journalKeys(key, databaseKey);
  const cipher = journalCipher(keys.database);
  const asked = asQueryable(database);
  const seen = seenHead(options.seenHeadFile);
  const notes = checkpointStore(asked, keys, origin);
  const [named] = await asked.ask(journalSql.channel, []);
  const channel = named?.channel ?? '';
  const chain = await openChain({
    connect: () => openPipelinedConnection(url),
    database,
    keys,
    cipher,
    ids: options.ids,
    seen,
    channel,
    holds: notes.holds,
  });
  const listening = openFeed({ url, channel, seen: seen.head, checkHead: chain.checkHead });
  const feed = await listening.catch(async (error: unknown) => {
    await chain.close();
    throw error;
  });

  const { signUnderLock, beforeBatch, acknowledge } = checkpointing(chain, notes, {
    origin,
    publicKey: keys.public,
  });
  const signNow = () => chain.change({ work: signUnderLock });
  const timer = checkpointTimer(signNow, shareMs);
  const source = { url: url.reveal(), key, origin, ...(databaseKey && { databaseKey }) };
  const jobs = journalJobs(
    new URL('./postgres-jobs-worker.ts', import.meta.url),
    (): JobSource => ({ ...source, seen: seen.found() }),
  );

  return {
    publicKey: rawPublicKey(keys.public).toString('hex'),
    keyName: origin,
    append: groupedAppends(chain, { beforeBatch, onAppended: timer.after }),
    read: (query) => readRecords(asked, cipher, query),
    activity: (query) => readActivity(asked, cipher, query),
    verify: jobs.verify,
    head: seen.head,
    gap: chain.gap,
    async acknowledgeGap(actor) {
      const work = (tail: LockedChain) => acknowledge(tail, actor);
      const found = await chain.change({ inGap: true, work });
      if (found !== undefined) feed.restart(found);
    },
    checkpoint: async () => (await signNow()).note,
    checkpoints: notes.newest,
    sign: (text) => signText(text, keys.signing),
    export: jobs.export,
    period: jobs.period,
    appended: feed.appended,
    ...postgresRetention({ database: asked, chain, checkpoints: notes, plan: jobs.plan }),
    async close() {
      timer.stop();
      if (timer.hasUncovered() && chain.gap() === undefined) await signNow().catch(() => undefined);
      await chain.close();
      await feed.close();
      options.seenHeadFile.close();
    },
  };
}

/** What is signed or voided while this replica alone may append. */
function checkpointing(chain: Chain, notes: CheckpointStore, signer: NoteSigner) {
  const signUnderLock = async (tail: LockedChain) => {
    const note = await notes.sign(tail).catch((error: unknown) => {
      chain.recheckLastCheckpoint();
      throw error;
    });
    const size = tail.end().size;
    // A new note is followed by its own record.
    return { note, size, covered: Math.max(tail.headCheck.covered, size - 1) };
  };
  return {
    signUnderLock,
    async beforeBatch(tail: LockedChain): Promise<number> {
      const { end, covered } = tail.headCheck;
      if (uncovered({ size: end.size, covered }) < eventsPerCheckpoint) return covered;
      return (await signUnderLock(tail)).covered;
    },
    /** Where the records ended; undefined when none were missing. */
    async acknowledge(tail: LockedChain, actor: string): Promise<number | undefined> {
      const { gap, end } = tail.headCheck;
      if (gap === undefined) return undefined;
      const appendOwn = (draft: EventDraft) => {
        tail.appendOwn(draft);
        return tail.flush();
      };
      const checkpoints = checkpointTable(tail.pipe);
      const ts = new Date().toISOString();
      await runLater(acknowledgeGap({ end, gap, appendOwn, checkpoints }, signer, { actor, ts }));
      return end.size;
    },
  };
}
