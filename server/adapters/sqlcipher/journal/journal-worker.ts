import type { EventDraft } from '../../../domain/event.ts';
import { Fault } from '../../../domain/fault.ts';
import { runToEnd } from '../../../domain/time-slices.ts';
import {
  acknowledgeGap,
  findGap,
  type HeadStatus,
  journalKeys,
  uncovered,
} from '../../../journal/index.ts';
import type {
  JournalGap,
  JournalHead,
  KeptCheckpoint,
  PolicyTexts,
  RecordQuery,
} from '../../../ports/journal.ts';
import type { PolicyVersions } from '../../../ports/policy-versions.ts';
import { checkpointTimer } from '../../system/checkpoint-timer.ts';
import { type HeadFile, openHead } from '../../system/head-file.ts';
import { openDatabase } from '../engine/connection.ts';
import { walCheckpointer } from '../engine/wal-checkpointer.ts';
import { probeWrite } from '../engine/write-health.ts';
import { type Local, type ServedDatabase, serveWriter } from '../engine/writer.ts';
import { type CheckpointStore, checkpointStore } from './checkpoint-store.ts';
import {
  type ActivityQuery,
  type AppendReceipt,
  type JournalStore,
  journalStore,
  type RawRecord,
} from './journal-store.ts';
import { journalMigrations } from './migrations.ts';
import { policyTextMethods } from './policy-texts.ts';
import { policyVersionMethods } from './policy-versions.ts';
import { prunedRecords } from './pruned-records.ts';
import { type RetentionPorts, retentionPorts } from './retention.ts';

/** What the journal's thread is started with. */
export interface JournalData {
  readonly file: string;
  readonly headFile: string;
  /** 32 bytes; see `journalKeys`. */
  readonly key: Uint8Array;
  /** 32 bytes, once the database's key was rotated. */
  readonly databaseKey?: Uint8Array;
  /** Names this journal in its checkpoints. */
  readonly origin: string;
  /** What other files know of where the journal ended (decisions 0055 and 0140). */
  readonly knownHeads?: readonly HeadStatus[];
  /** True when the vault of this installation is gone, which is a gap where there are records. */
  readonly vaultIsMissing?: boolean;
}

export type JournalPorts = RetentionPorts & {
  readonly journal: {
    append(drafts: readonly EventDraft[]): AppendReceipt;
    read(query: RecordQuery): readonly RawRecord[];
    activity(query: ActivityQuery): readonly RawRecord[];
    state(): { readonly head: JournalHead; readonly gap?: JournalGap };
    acknowledgeGap(actor: string): JournalHead;
    checkpoint(): string;
    checkpoints(limit: number): readonly KeptCheckpoint[];
  };
  readonly health: { probe(): void };
  readonly policyTexts: Local<PolicyTexts>;
  readonly policyVersions: Local<PolicyVersions>;
};

const reads = [
  'journal.read',
  'journal.activity',
  'journal.state',
  'journal.checkpoints',
  'policyTexts.find',
  'policyVersions.list',
  'policyVersions.find',
  'policyVersions.inForce',
  'retention.state',
  'retention.nextTile',
  'holds.list',
] as const;

serveWriter<JournalData, JournalPorts>(ownJournal);

function ownJournal(
  data: JournalData,
  later: (job: () => void) => void,
): ServedDatabase<JournalPorts> {
  const keys = journalKeys(data.key, data.databaseKey);
  const db = openDatabase({ file: data.file, key: keys.database, migrations: journalMigrations });
  const pruned = prunedRecords(db);
  const store = journalStore(db, pruned);
  const notes = checkpointStore(db, store, keys, data.origin);
  const headFile = openHead(data.headFile, keys.head);
  let gap = findGapAtStart(data, headFile.found, store) ?? contradiction(data, store, notes);
  /** Set while an acknowledgement of the gap is not yet committed. */
  let acknowledging = false;
  let lastSeal = -1;
  const saveHead = headSaver(headFile, store);
  // A fresh journal gets its head before its first record: from then on a missing head is a gap.
  if (gap === undefined) saveHead();

  const timer = checkpointTimer(() => notes.signLater(later), 0);
  const append = (drafts: readonly EventDraft[]) => {
    refuseIn(gap);
    return store.append(drafts);
  };

  return {
    db,
    walCheckpointer: walCheckpointer({ file: data.file, key: keys.database }),
    reads,
    ports: {
      ...retentionPorts({ db, store, pruned, append, sign: () => notes.signNow() }),
      policyTexts: policyTextMethods(db),
      policyVersions: policyVersionMethods(db),
      health: { probe: () => probeWrite(db) },
      journal: {
        append(drafts) {
          const placed = append(drafts);
          if (drafts.some(({ kind }) => kind === 'session_sealed')) lastSeal = placed.head.size - 1;
          return placed;
        },
        read: store.read,
        activity: store.activity,
        state: () => ({ head: store.head(), ...(gap !== undefined && { gap }) }),
        acknowledgeGap(actor) {
          if (gap === undefined) return store.head();
          const gapped = { ...store, gap, end: store.head(), checkpoints: notes.table };
          const by = { actor, ts: new Date().toISOString() };
          runToEnd(acknowledgeGap(gapped, { origin: data.origin, publicKey: keys.public }, by));
          notes.reload();
          acknowledging = true;
          return store.head();
        },
        checkpoint() {
          refuseIn(gap);
          if (uncovered(notes.coverage()) > 0) notes.signNow();
          return notes.latestNote();
        },
        checkpoints: (limit) => notes.newest(limit),
      },
    },
    onRollback() {
      pruned.reload();
      store.reload();
      notes.reload();
      acknowledging = false;
    },
    afterCommit() {
      // In a gap the old head is the evidence; it stays until someone has acknowledged the loss.
      if (gap !== undefined && !acknowledging) return;
      saveHead();
      if (acknowledging) gap = undefined;
      acknowledging = false;
    },
    afterAck() {
      if (gap === undefined) timer.after(notes.coverage(), lastSeal);
    },
    beforeClose() {
      timer.stop();
      if (gap === undefined && uncovered(notes.coverage()) > 0) later(() => notes.signNow());
    },
    afterClose: () => headFile.close(),
  };
}

function refuseIn(gap: JournalGap | undefined): void {
  if (gap === undefined) return;
  throw new Fault('AuditUnavailable', `the journal has a gap that is not acknowledged`);
}

/** Records must go on from every head that was kept outside of the database. */
function findGapAtStart(
  { knownHeads = [] }: JournalData,
  head: HeadStatus,
  store: JournalStore,
): JournalGap | undefined {
  const found = store.head();
  const hashOf = (size: number) => store.hashes(size - 1, size)[0];
  for (const kept of [head, ...knownHeads]) {
    const gap = findGap(kept, found, hashOf);
    if (gap !== undefined) return gap;
  }
  return undefined;
}

function contradiction(
  { vaultIsMissing }: JournalData,
  store: JournalStore,
  notes: CheckpointStore,
): JournalGap | undefined {
  const found = store.head();
  if (!notes.holds()) return { reason: 'contradicts_checkpoint', head: found, found };
  const vaultIsGone = vaultIsMissing === true && found.size > 0;
  return vaultIsGone ? { reason: 'vault_missing', head: found, found } : undefined;
}

/** Writes the head file where the head has moved. */
function headSaver(file: HeadFile, store: JournalStore): () => void {
  let sizeOnDisk = -1;
  return () => {
    const head = store.head();
    if (head.size === sizeOnDisk) return;
    file.write(head);
    sizeOnDisk = head.size;
  };
}
