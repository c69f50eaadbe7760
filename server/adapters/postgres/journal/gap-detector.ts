import { type HeadStatus, type JournalKeys, parseStoredRecord } from '../../../journal/index.ts';
import type { JournalGap, JournalHead } from '../../../ports/journal.ts';
import type { Connection } from '../engine/connection.ts';
import type { PipelinedConnection } from '../engine/pipelined-connection.ts';
import { checkHead, type HeadCheck, type SeenHead } from './head-check.ts';
import type { JournalCipher } from './journal-cipher.ts';
import { type HeadCheckRow, journalSql } from './statements.ts';

/** Decides whether the database goes on from the highest head this replica has seen (design D23). */
export interface GapDetector {
  /** `then` is the head that was seen when the row was requested; a higher one may be seen by now. */
  check(row: HeadCheckRow, then: HeadStatus, from: Queryable): Promise<HeadCheck>;
  /** What the last check found. */
  gap(): JournalGap | undefined;
  /** From now on checks include the last checkpoint, until it holds. */
  recheckLastCheckpoint(): void;
  /** This replica acknowledged the loss; the journal goes on from this head. */
  acknowledged(head: JournalHead): void;
}

/** Runs statements, inside a transaction or outside of one. */
export type Queryable = Pick<PipelinedConnection, 'ask'>;

export function asQueryable(connection: Connection): Queryable {
  return { ask: (statement, values) => connection.rows(statement, values) };
}

export interface GapDetectorParts {
  readonly keys: JournalKeys;
  readonly cipher: JournalCipher;
  readonly seen: SeenHead;
  /** False while the records do not bear out the last checkpoint. */
  readonly holds: () => Promise<boolean>;
}

export function gapDetector({ keys, cipher, seen, holds }: GapDetectorParts): GapDetector {
  let gap: JournalGap | undefined;
  let recheckDue = false;

  /** True when a `journal_gap` of another replica acknowledges the loss of exactly this head. */
  const isAcknowledged = async (head: JournalHead, from: Queryable): Promise<boolean> => {
    const rows = await from.ask(journalSql.gaps, []);
    return rows.some(({ seq, sealed, currHash }) => {
      const record = parseStoredRecord(cipher.open(seq, sealed), currHash.toString('hex'));
      return record['head_size'] === head.size && record['head_hash'] === head.hash;
    });
  };

  /** This replica follows where another one acknowledged the loss. */
  const acknowledgedElsewhere = async (
    checked: HeadCheck,
    row: HeadCheckRow,
    from: Queryable,
  ): Promise<HeadCheck> => {
    const fresh = checkHead(row, { state: 'missing' }, keys.head);
    const head = checked.gap?.head;
    if (fresh.gap !== undefined || head === undefined || head.size === 0) return checked;
    if (!(await isAcknowledged(head, from))) return checked;
    seen.rebase(fresh.end);
    return fresh;
  };

  const contradiction = async ({
    end: { size, hash },
  }: HeadCheck): Promise<JournalGap | undefined> => {
    recheckDue = !(await holds());
    const found = { size, hash };
    return recheckDue ? { reason: 'contradicts_checkpoint', head: found, found } : undefined;
  };

  return {
    async check(row, then, from) {
      let checked = checkHead(row, then, keys.head);
      if (checked.gap !== undefined) checked = await acknowledgedElsewhere(checked, row, from);
      if (checked.gap === undefined && recheckDue)
        checked = { ...checked, gap: await contradiction(checked) };
      gap = checked.gap;
      return checked;
    },
    gap: () => gap,
    recheckLastCheckpoint() {
      recheckDue = true;
    },
    acknowledged(head) {
      seen.rebase(head);
      gap = undefined;
      recheckDue = false;
    },
  };
}
