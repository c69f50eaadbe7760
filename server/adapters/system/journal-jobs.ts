import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import type { Period, PeriodRecords } from '../../domain/reports/period.ts';
import {
  type ExportedJournal,
  exportJournal,
  type JournalReader,
  planPruning,
  readPeriod,
  verifyJournal,
} from '../../journal/index.ts';
import type { JournalAttestation, JournalPeriods, Verification } from '../../ports/journal.ts';
import type { PrunePlan, PruneQuery, Pruning } from '../../ports/retention.ts';
import { periodFold } from '../../projections/report/period-fold.ts';

/** Work on a whole journal, which may take minutes. */
export type JournalJob =
  | { readonly name: 'verify' }
  | { readonly name: 'plan'; readonly query: PruneQuery }
  | { readonly name: 'period'; readonly period: Period }
  | { readonly name: 'export' };

/** Jobs of one journal, each in a thread of its own: neither requests nor appends wait for them. */
export interface JournalJobs
  extends JournalPeriods,
    Pick<JournalAttestation, 'export'>,
    Pick<Pruning, 'plan'> {
  verify(): Promise<Verification>;
}

/**
 * `worker` calls `serveJournalJob` with what it gets as `workerData.job`; `workerData.source` is what
 * `source` gives when the job starts.
 */
export function journalJobs(worker: URL, source: () => object): JournalJobs {
  const start = (job: JournalJob) => new Worker(worker, { workerData: { job, source: source() } });
  /** One at a time: each reads the whole journal, and every user who is signed in may ask for it. */
  let verifying: Promise<unknown> = Promise.resolve();
  let readingPeriod: Promise<unknown> = Promise.resolve();
  return {
    verify() {
      const verification = verifying.then(() => resultOf<Verification>(start({ name: 'verify' })));
      verifying = verification.catch(() => undefined);
      return verification;
    },
    period(period) {
      const read = readingPeriod.then(() => periodOf(start({ name: 'period', period })));
      readingPeriod = read.catch(() => undefined);
      return read;
    },
    plan: (query) => resultOf<PrunePlan>(start({ name: 'plan', query })),
    export: () => piecesOf(() => start({ name: 'export' })),
  };
}

/** The thread closes its database and then ends: stopping it inside SQLite could end the process. */
async function resultOf<T>(worker: Worker): Promise<T> {
  const [[result]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return result as T;
}

/** The lists come in parts: to take over thousands of calls at once would hold up others. */
async function periodOf(worker: Worker): Promise<PeriodRecords> {
  const ended = once(worker, 'exit');
  const parts: PeriodPart[] = [];
  worker.on('message', (part: PeriodPart) => parts.push(part));
  await ended;
  const rest = parts.pop();
  if (rest === undefined || !('rest' in rest)) throw new Error('the period was not read');
  const lists = parts as readonly PeriodLists[];
  return {
    ...rest.rest,
    trees: lists.flatMap(({ trees }) => trees),
    summaries: lists.flatMap(({ summaries }) => summaries),
    accesses: lists.flatMap(({ accesses }) => accesses),
  };
}

type PeriodLists = Pick<PeriodRecords, 'trees' | 'summaries' | 'accesses'>;
type PeriodPart = PeriodLists | { readonly rest: Omit<PeriodRecords, keyof PeriodLists> };

const itemsPerPart = 250;

function postPeriod({ trees, summaries, accesses, ...rest }: PeriodRecords): void {
  const longest = Math.max(trees.length, summaries.length, accesses.length);
  for (let at = 0; at < longest; at += itemsPerPart) {
    const part = <T>(list: readonly T[]) => list.slice(at, at + itemsPerPart);
    const lists = { trees: part(trees), summaries: part(summaries), accesses: part(accesses) };
    parentPort?.postMessage(lists);
  }
  parentPort?.postMessage({ rest });
}

/**
 * Pieces of whole lines. The thread makes the next piece only when the last one was taken, so memory
 * stays bounded however slow the reader is. It ends, and releases its snapshot, with the reading.
 */
async function* piecesOf(start: () => Worker): AsyncGenerator<string> {
  const worker = start();
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  try {
    for (;;) {
      worker.postMessage('next');
      const [piece] = (await once(worker, 'message')) as [string];
      if (piece === '') return;
      yield piece;
    }
  } finally {
    worker.postMessage('stop');
    await ended;
  }
}

/** A journal as a job needs it; `close` is called when the job is done. */
export interface OpenedJournal extends ExportedJournal {
  readonly reader: JournalReader;
  close(): Promise<void>;
}

/** Does one job in the thread that `journalJobs` started. */
export async function serveJournalJob(job: JournalJob, journal: OpenedJournal): Promise<void> {
  const { reader, origin, keys } = journal;
  if (job.name === 'export') {
    servePieces(exportJournal(reader, { origin, keys }), journal);
    return;
  }
  try {
    if (job.name === 'period') postPeriod(await readPeriodRecords(reader, job.period));
    else parentPort?.postMessage(await resultOfJob(job, { reader, origin, keys }));
  } finally {
    await journal.close();
  }
}

function resultOfJob(
  job: Extract<JournalJob, { name: 'plan' | 'verify' }>,
  { reader, origin, keys }: Omit<OpenedJournal, 'close'>,
): Promise<object> {
  switch (job.name) {
    case 'plan':
      return planPruning(reader, job.query);
    case 'verify':
      return verifyJournal(reader, { origin, publicKey: keys.public });
  }
}

/** What the journal holds of a period, summed up while it is read. */
export async function readPeriodRecords(
  reader: JournalReader,
  period: Period,
): Promise<PeriodRecords> {
  const fold = periodFold();
  const trees = await readPeriod(reader, period, fold.add);
  return { ...trees, ...fold.finish() };
}

/** Large enough that passing it on costs little compared to reading it, small enough for memory. */
const pieceCharacters = 256 * 1024;

/** One piece for each `next`, '' at the end. */
function servePieces(lines: AsyncGenerator<string>, journal: OpenedJournal): void {
  const nextPiece = async (): Promise<string> => {
    let piece = '';
    while (piece.length < pieceCharacters) {
      const { done, value } = await lines.next();
      if (done) return piece;
      piece += value;
    }
    return piece;
  };
  parentPort?.on('message', async (message: 'next' | 'stop') => {
    if (message === 'next') {
      parentPort?.postMessage(await nextPiece());
      return;
    }
    await lines.return(undefined);
    await journal.close();
    parentPort?.close();
  });
}
