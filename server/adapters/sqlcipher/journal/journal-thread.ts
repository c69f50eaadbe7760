import type { EventDraft } from '../../../domain/event.ts';
import { Fault } from '../../../domain/fault.ts';
import { findGap, journalKeys } from '../../../journal/index.ts';
import type {
  JournalGap,
  JournalHead,
  KeptCheckpoint,
  RecordQuery,
} from '../../../ports/journal.ts';
import { type HeadWriteSteps, headWriteSteps, openHead } from '../../system/head-file.ts';
import { openDatabase } from '../engine/connection.ts';
import { walCheckpointer } from '../engine/wal-checkpointer.ts';
import { probeWrite } from '../engine/write-health.ts';
import { type ServedDatabase, serveWriter } from '../engine/writer.ts';
import { checkpointStore, type SignedCheckpoint } from './checkpoint-store.ts';
import { type AppendReceipt, journalStore, type RawRecord } from './journal-store.ts';
import { journalMigrations } from './migrations.ts';
import { policyTextMethods } from './policy-texts.ts';
import { prunedRecords } from './pruned-records.ts';
import { type RetentionMethods, retentionMethods, retentionReads } from './retention.ts';

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
  /** What other databases know of where the journal ended (decision 0055). */
  readonly knownHeads?: readonly JournalHead[];
  /** True when the vault of this installation is gone, which is a gap where there are records. */
  readonly vaultIsMissing?: boolean;
}

export type JournalMethods = {
  append(drafts: readonly EventDraft[]): AppendReceipt;
  read(query: RecordQuery): readonly RawRecord[];
  state(nothing: null): { readonly head: JournalHead; readonly gap?: JournalGap };
  acknowledgeGap(actor: string): JournalHead;
  probe(nothing: null): void;
  checkpoint(nothing: null): string;
  checkpoints(limit: number): readonly KeptCheckpoint[];
} & ReturnType<typeof policyTextMethods> &
  RetentionMethods;

const eventsPerCheckpoint = 256;
const checkpointMs = 60_000;
/** Seals of so short a time share a checkpoint: each costs a signature and a commit. */
const sealMs = 100;

/** Runs in the journal's thread; `steps` write the head file. */
export function serveJournal(steps: HeadWriteSteps = headWriteSteps): void {
  serveWriter<JournalData, JournalMethods>((data, later) => ownJournal(data, later, steps));
}

function ownJournal(
  data: JournalData,
  later: (job: () => void) => void,
  steps: HeadWriteSteps,
): ServedDatabase<JournalMethods> {
  const keys = journalKeys(data.key, data.databaseKey);
  const db = openDatabase({ file: data.file, key: keys.database, migrations: journalMigrations });
  const pruned = prunedRecords(db);
  const store = journalStore(db, pruned);
  const keeper = checkpointStore(db, store, keys, data.origin);
  const headFile = openHead(data.headFile, keys.head, steps);
  const gapAtStart = (): JournalGap | undefined => {
    const found = store.head();
    const hashOf = (size: number) => store.hashes(size - 1, size)[0];
    const known = (data.knownHeads ?? []).map((head) => ({ state: 'signed', head }) as const);
    for (const head of [headFile.found, ...known]) {
      const between = findGap(head, found, hashOf);
      if (between !== undefined) return between;
    }
    if (!keeper.holds()) return { reason: 'contradicts_checkpoint', head: found, found };
    const vaultIsGone = data.vaultIsMissing === true && found.size > 0;
    return vaultIsGone ? { reason: 'vault_missing', head: found, found } : undefined;
  };
  let gap = gapAtStart();
  /** Set while an acknowledgement of the gap is not yet committed. */
  let acknowledging = false;
  let lastSeal = -1;
  let signing = false;
  let timer: NodeJS.Timeout | undefined;
  let timerMs = 0;
  let headOnDisk = -1;

  const saveHead = () => {
    const head = store.head();
    if (head.size === headOnDisk) return;
    headFile.write(head);
    headOnDisk = head.size;
  };
  // A fresh journal gets its head before its first record: from then on a missing head is a gap.
  if (gap === undefined) saveHead();

  const covered = () => keeper.latest()?.size ?? 0;
  /** Records since the last checkpoint, its own event left out. */
  const unsigned = () => store.head().size - covered() - (covered() === 0 ? 0 : 1);
  const keep = (signed: SignedCheckpoint) => {
    if (signed.checkpoint.size <= covered()) return;
    const { size, rootHash } = signed.checkpoint;
    const fields = { size, root_hash: rootHash, key_name: data.origin };
    keeper.store(signed);
    store.appendOwn({ kind: 'checkpoint_signed', ts: new Date().toISOString(), fields });
  };
  const signSoon = () => {
    if (signing || gap !== undefined) return;
    signing = true;
    clearTimeout(timer);
    timer = undefined;
    const done = () => {
      signing = false;
    };
    // A checkpoint that could not be made or stored stays due: the next append tries again.
    keeper.sign().then((signed) => {
      later(() => {
        done();
        keep(signed);
      });
    }, done);
  };
  /** Signs so many milliseconds from now, unless it is to happen before that anyway. */
  const signWithin = (ms: number) => {
    if (timer !== undefined && timerMs <= ms) return;
    clearTimeout(timer);
    timerMs = ms;
    timer = setTimeout(signSoon, ms).unref();
  };
  const refuseInGap = () => {
    if (gap === undefined) return;
    throw new Fault('AuditUnavailable', `the journal has a gap that nobody acknowledged`);
  };

  const append = (drafts: readonly EventDraft[]) => {
    refuseInGap();
    return store.append(drafts);
  };

  return {
    db,
    walCheckpointer: walCheckpointer({ file: data.file, key: keys.database }),
    reads: ['read', 'state', 'checkpoints', 'findPolicyTexts', ...retentionReads],
    methods: {
      ...policyTextMethods(db),
      ...retentionMethods({ db, store, pruned, append, sign: () => keep(keeper.signNow()) }),
      append(drafts) {
        const placed = append(drafts);
        if (drafts.some(({ kind }) => kind === 'session_sealed')) lastSeal = placed.head.size - 1;
        return placed;
      },
      read: (query) => store.read(query),
      state: () => ({ head: store.head(), ...(gap !== undefined && { gap }) }),
      acknowledgeGap(actor) {
        if (gap === undefined) return store.head();
        const { head, found } = gap;
        const fields = {
          actor,
          head_size: head.size,
          head_hash: head.hash,
          found_size: found.size,
          found_hash: found.hash,
        };
        const gapSeq = store.head().size;
        store.appendOwn({ kind: 'journal_gap', ts: new Date().toISOString(), fields });
        keeper.voidBroken(gapSeq);
        acknowledging = true;
        return store.head();
      },
      probe: () => probeWrite(db),
      checkpoint() {
        refuseInGap();
        if (unsigned() > 0) keep(keeper.signNow());
        return keeper.latest()?.note ?? '';
      },
      checkpoints: (limit) => keeper.newest(limit),
    },
    onRollback() {
      pruned.reload();
      store.reload();
      keeper.reload();
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
      if (gap !== undefined || unsigned() <= 0) return;
      if (unsigned() >= eventsPerCheckpoint) signSoon();
      else signWithin(lastSeal >= covered() ? sealMs : checkpointMs);
    },
    beforeClose() {
      clearTimeout(timer);
      if (gap === undefined && unsigned() > 0) later(() => keep(keeper.signNow()));
    },
    afterClose: () => headFile.close(),
  };
}
