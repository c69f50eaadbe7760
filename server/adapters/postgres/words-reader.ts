import type { WordsFollower } from '../../ports/shared-words.ts';

export interface ToldText {
  /** Counts what the replica tells, from 1. */
  readonly no: number;
  readonly text: string;
}

export interface WordsReaderParts {
  /** What a replica told after a number, in order, as far as it is still there. */
  readonly read: (replica: string, after: number) => Promise<readonly ToldText[]>;
  readonly follower: WordsFollower;
  /** Something was told that cannot be read any more. */
  readonly onMissed: () => void;
}

/** Reads what other replicas tell, each text once. */
export interface WordsReader {
  /** A replica has told its text of this number. */
  noticed(replica: string, no: number): void;
  /** Knows of nothing that was told before. */
  restart(): void;
  /** Hears no more; resolves when nothing is being read. */
  close(): Promise<void>;
}

export function readWords({ read, follower, onMissed }: WordsReaderParts): WordsReader {
  const heard = new Map<string, number>();
  const due = new Map<string, number>();
  let reading: Promise<void> | undefined;
  let closed = false;

  const hear = async (replica: string, no: number): Promise<void> => {
    const before = heard.get(replica) ?? no - 1;
    if (no <= before) return;
    const texts = await read(replica, before);
    heard.set(replica, texts.at(-1)?.no ?? no);
    if (texts.length === 0 || texts[0]?.no !== before + 1) onMissed();
    for (const { text } of texts) if (!closed) follower.hear(text);
  };

  const hearDue = async (): Promise<void> => {
    for (const [replica, no] of due) {
      due.delete(replica);
      await hear(replica, no).catch((error: unknown) => {
        heard.delete(replica);
        onMissed();
        follower.failed(error);
      });
    }
  };

  const start = (): void => {
    reading ??= hearDue().finally(() => {
      reading = undefined;
      if (due.size > 0) start();
    });
  };

  return {
    noticed: (replica, no) => {
      if (closed) return;
      due.set(replica, Math.max(no, due.get(replica) ?? 0));
      start();
    },
    restart: () => heard.clear(),
    close: async () => {
      closed = true;
      due.clear();
      await reading;
    },
  };
}
