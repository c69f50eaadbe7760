import { type HeadFound, type JournalKeys, storedRecord } from '../../journal/index.ts';
import type { JournalGap, JournalHead } from '../../ports/journal.ts';
import type { Connection } from './connection.ts';
import type { JournalCipher } from './journal-cipher.ts';
import { type Look, lookAt } from './journal-look.ts';
import type { Pipe } from './journal-pipe.ts';
import type { SeenHead } from './journal-seen.ts';
import { journalSql, type LookRow } from './journal-sql.ts';

/** Says of each look at the database whether it goes on from what this replica has seen (design D23). */
export interface Judge {
  /** `then` is what had been seen when the look was asked for; more may have been by now. */
  judge(row: LookRow, then: HeadFound, from: Asked): Promise<Look>;
  /** As it was last judged. */
  gap(): JournalGap | undefined;
  /** From now on the last checkpoint is looked at as well, until it holds. */
  distrust(): void;
  /** The loss was acknowledged here; the journal goes on from this head. */
  acknowledged(head: JournalHead): void;
}

/** What can be asked, inside a transaction or outside of one. */
export type Asked = Pick<Pipe, 'ask'>;

export function askedOf(connection: Connection): Asked {
  return { ask: (statement, values) => connection.rows(statement, values) };
}

export interface JudgeParts {
  readonly keys: JournalKeys;
  readonly cipher: JournalCipher;
  readonly seen: SeenHead;
  /** False while the records do not bear out the last checkpoint. */
  readonly holds: () => Promise<boolean>;
}

export function journalJudge({ keys, cipher, seen, holds }: JudgeParts): Judge {
  let gap: JournalGap | undefined;
  let distrusted = false;

  /** True when somebody acknowledged, at another replica, the loss of all up to just this head. */
  const isAcknowledged = async (head: JournalHead, from: Asked): Promise<boolean> => {
    const rows = await from.ask(journalSql.gaps, []);
    return rows.some(({ seq, sealed, currHash }) => {
      const record = storedRecord(cipher.open(seq, sealed), currHash.toString('hex'));
      return record['head_size'] === head.size && record['head_hash'] === head.hash;
    });
  };

  /** Where somebody at another replica has acknowledged it, this one follows. */
  const acknowledgedElsewhere = async (look: Look, row: LookRow, from: Asked): Promise<Look> => {
    const anew = lookAt(row, { state: 'missing' }, keys.head);
    const head = look.gap?.head;
    if (anew.gap !== undefined || head === undefined || head.size === 0) return look;
    if (!(await isAcknowledged(head, from))) return look;
    seen.rebase(anew.end);
    return anew;
  };

  const contradiction = async ({ end: { size, hash } }: Look): Promise<JournalGap | undefined> => {
    distrusted = !(await holds());
    const found = { size, hash };
    return distrusted ? { reason: 'contradicts_checkpoint', head: found, found } : undefined;
  };

  return {
    async judge(row, then, from) {
      let look = lookAt(row, then, keys.head);
      if (look.gap !== undefined) look = await acknowledgedElsewhere(look, row, from);
      if (look.gap === undefined && distrusted) look = { ...look, gap: await contradiction(look) };
      gap = look.gap;
      return look;
    },
    gap: () => gap,
    distrust() {
      distrusted = true;
    },
    acknowledged(head) {
      seen.rebase(head);
      gap = undefined;
      distrusted = false;
    },
  };
}
