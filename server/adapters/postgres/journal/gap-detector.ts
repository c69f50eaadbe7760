import { type HeadStatus, type JournalKeys, parseStoredRecord } from '../../../journal/index.ts';
import type { JournalGap, JournalHead } from '../../../ports/journal.ts';
import type { Connection } from '../engine/connection.ts';
import type { PipelinedConnection } from '../engine/pipelined-connection.ts';
import { checkHead, type HeadCheck, type SeenHead } from './head-check.ts';
import type { JournalCipher } from './journal-cipher.ts';
import { type HeadCheckRow, journalSql } from './statements.ts';

/** Says of each look at the database whether it goes on from what this replica has seen (design D23). */
export interface GapDetector {
  /** `then` is what had been seen when the look was asked for; more may have been by now. */
  check(row: HeadCheckRow, then: HeadStatus, from: Queryable): Promise<HeadCheck>;
  /** As it was last judged. */
  gap(): JournalGap | undefined;
  /** From now on the last checkpoint is looked at as well, until it holds. */
  recheckLastCheckpoint(): void;
  /** The loss was acknowledged here; the journal goes on from this head. */
  acknowledged(head: JournalHead): void;
}

/** What can be asked, inside a transaction or outside of one. */
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

  /** True when somebody acknowledged, at another replica, the loss of all up to just this head. */
  const isAcknowledged = async (head: JournalHead, from: Queryable): Promise<boolean> => {
    const rows = await from.ask(journalSql.gaps, []);
    return rows.some(({ seq, sealed, currHash }) => {
      const record = parseStoredRecord(cipher.open(seq, sealed), currHash.toString('hex'));
      return record['head_size'] === head.size && record['head_hash'] === head.hash;
    });
  };

  /** Where somebody at another replica has acknowledged it, this one follows. */
  const acknowledgedElsewhere = async (
    look: HeadCheck,
    row: HeadCheckRow,
    from: Queryable,
  ): Promise<HeadCheck> => {
    const fresh = checkHead(row, { state: 'missing' }, keys.head);
    const head = look.gap?.head;
    if (fresh.gap !== undefined || head === undefined || head.size === 0) return look;
    if (!(await isAcknowledged(head, from))) return look;
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
      let look = checkHead(row, then, keys.head);
      if (look.gap !== undefined) look = await acknowledgedElsewhere(look, row, from);
      if (look.gap === undefined && recheckDue) look = { ...look, gap: await contradiction(look) };
      gap = look.gap;
      return look;
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
