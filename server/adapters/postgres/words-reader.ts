import type { LiveTextSubscriber } from '../../ports/shared-words.ts';

export interface RelayedText {
  /** Counts what the replica tells, from 1. */
  readonly no: number;
  readonly text: string;
}

export interface LiveTextReaderParts {
  /** What a replica told after a number, in order, as far as it is still there. */
  readonly read: (replica: string, after: number) => Promise<readonly RelayedText[]>;
  readonly follower: LiveTextSubscriber;
  /** Something was told that cannot be read any more. */
  readonly onMissed: () => void;
}

/** Reads what other replicas tell, each text once. */
export interface LiveTextReader {
  /** A replica has told its text of this number. */
  noticed(replica: string, no: number): void;
  /** Knows of nothing that was told before. */
  restart(): void;
  /** Hears no more; resolves when nothing is being read. */
  close(): Promise<void>;
}

export function liveTextReader({ read, follower, onMissed }: LiveTextReaderParts): LiveTextReader {
  const readUpTo = new Map<string, number>();
  const due = new Map<string, number>();
  let reading: Promise<void> | undefined;
  let closed = false;

  const readFrom = async (replica: string, no: number): Promise<void> => {
    const before = readUpTo.get(replica) ?? no - 1;
    if (no <= before) return;
    const texts = await read(replica, before);
    readUpTo.set(replica, texts.at(-1)?.no ?? no);
    if (texts.length === 0 || texts[0]?.no !== before + 1) onMissed();
    for (const { text } of texts) if (!closed) follower.receive(text);
  };

  const readDue = async (): Promise<void> => {
    for (const [replica, no] of due) {
      due.delete(replica);
      await readFrom(replica, no).catch((error: unknown) => {
        readUpTo.delete(replica);
        onMissed();
        follower.failed(error);
      });
    }
  };

  const start = (): void => {
    reading ??= readDue().finally(() => {
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
    restart: () => readUpTo.clear(),
    close: async () => {
      closed = true;
      due.clear();
      await reading;
    },
  };
}
