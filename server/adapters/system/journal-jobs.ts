import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import type { Period, PeriodRecords } from '../../domain/reports/period.ts';
import type { SessionSummary } from '../../domain/session.ts';
import { chunksOf } from '../../domain/time-slices.ts';
import {
  type ExportedJournal,
  exportJournal,
  type JournalReader,
  planPruning,
  readPeriod,
  verifyJournal,
} from '../../journal/index.ts';
import type {
  Journal,
  JournalAttestation,
  JournalPeriods,
  Verification,
} from '../../ports/journal.ts';
import type { PrunePlan, PruneQuery, Pruning } from '../../ports/retention.ts';
import { periodFold } from '../../projections/report/period-fold.ts';

/** Work on a whole journal, which may take minutes. */
export type JournalJob =
  | { readonly name: 'verify'; readonly gently: boolean }
  | { readonly name: 'plan'; readonly query: PruneQuery }
  | { readonly name: 'period'; readonly period: Period }
  | { readonly name: 'export' };

/** Jobs of one journal, each in a thread of its own: neither requests nor appends wait for them. */
export interface JournalJobs
  extends JournalPeriods,
    Pick<JournalAttestation, 'export'>,
    Pick<Journal, 'verify'>,
    Pick<Pruning, 'plan'> {}

/** Records are read and forgotten: a small young heap saves 50 MB, and costs no time. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };

/**
 * `worker` calls `serveJournalJob` with what it gets as `workerData.job`; `workerData.source` is what
 * `source` gives when the job starts.
 */
export function journalJobs(worker: URL, source: () => object): JournalJobs {
  const start = (job: JournalJob) =>
    new Worker(worker, { workerData: { job, source: source() }, resourceLimits });
  /** One at a time: each reads the whole journal, and every user who is signed in may ask for it. */
  let verifying: Promise<unknown> = Promise.resolve();
  let readingPeriod: Promise<unknown> = Promise.resolve();
  return {
    verify({ gently = false } = {}) {
      const verification = verifying.then(() =>
        resultOf<Verification>(start({ name: 'verify', gently })),
      );
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

/** The calls come while the journal is read: to take over thousands at once would hold up others. */
async function periodOf(worker: Worker): Promise<PeriodRecords> {
  const ended = once(worker, 'exit');
  const parts: PeriodPart[] = [];
  worker.on('message', (part: PeriodPart) => parts.push(part));
  await ended;
  const rest = parts.pop();
  if (rest === undefined || !('rest' in rest)) throw new Error('the period was not read');
  const lists = parts as readonly PeriodLists[];
  return withCalls({
    ...rest.rest,
    trees: lists.flatMap(({ trees = [] }) => trees),
    accesses: lists.flatMap(({ accesses = [] }) => accesses),
    summaries: lists.flatMap(({ summaries = [] }) => summaries),
  });
}

/** Summaries come as calls are sealed; they belong in the order of the trees. */
function withCalls({ summaries, ...records }: PeriodRecords): PeriodRecords {
  const places = new Map(records.trees.map(({ sessionId }, at) => [sessionId, at]));
  const placeOf = ({ id }: SessionSummary) => places.get(id) ?? 0;
  return { ...records, summaries: summaries.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

type PeriodLists = Partial<Pick<PeriodRecords, 'trees' | 'summaries' | 'accesses'>>;
type PeriodPart = PeriodLists | { readonly rest: Omit<PeriodRecords, keyof PeriodLists> };

const itemsPerPart = 250;

async function postPeriod(reader: JournalReader, period: Period): Promise<void> {
  const post = (part: PeriodPart) => parentPort?.postMessage(part);
  let summaries: SessionSummary[] = [];
  const { trees, accesses, ...rest } = await readCalls(reader, period, (summary) => {
    if (summaries.push(summary) < itemsPerPart) return;
    post({ summaries });
    summaries = [];
  });
  post({ summaries });
  for (const part of chunksOf(trees, itemsPerPart)) post({ trees: part });
  for (const part of chunksOf(accesses, itemsPerPart)) post({ accesses: part });
  post({ rest });
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
    if (job.name === 'period') await postPeriod(reader, job.period);
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
      return verifyJournal(reader, {
        origin,
        publicKey: keys.public,
        ...(job.gently && { rest: sleep }),
      });
  }
}

/** What the journal holds of a period, summed up while it is read. */
export async function readPeriodRecords(
  reader: JournalReader,
  period: Period,
): Promise<PeriodRecords> {
  const summaries: SessionSummary[] = [];
  const rest = await readCalls(reader, period, (summary) => summaries.push(summary));
  return withCalls({ ...rest, summaries });
}

/** `onCall` gets each summary as `periodFold` gives it, so that the thread need not keep it. */
async function readCalls(
  reader: JournalReader,
  period: Period,
  onCall: (summary: SessionSummary) => void,
): Promise<Omit<PeriodRecords, 'summaries'>> {
  const fold = periodFold(onCall);
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
