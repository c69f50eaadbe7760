import { createHmac, type KeyObject } from 'node:crypto';
import type { RosterImportId } from '../domain/ids.ts';
import {
  type ImportMode,
  type ImportReport,
  maxProblems,
  type Person,
  type RowProblem,
} from '../domain/roster.ts';
import type { Clock } from '../ports/clock.ts';
import type { RosterStore } from '../ports/roster.ts';
import { readRosterFile } from './read-roster-file.ts';
import type { ReadOptions, RosterRow } from './roster-row.ts';
import { UnusableFile } from './unusable-file.ts';

export interface ImportDeps {
  readonly roster: Pick<RosterStore, 'begin' | 'add' | 'finish' | 'fail'>;
  readonly clock: Clock;
  /** Of `fileHmac`. */
  readonly fileKey: KeyObject;
  /** Journals the import before it is in force. */
  readonly record: (report: ImportReport) => Promise<void>;
  readonly onProgress?: (report: ImportReport) => void;
}

/** A file to import. */
export interface RosterFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** In bytes. */
  readonly size: number;
}

export interface ImportOptions extends Pick<ReadOptions, 'role' | 'staffMayBeSaid'> {
  readonly id: RosterImportId;
  readonly mode: ImportMode;
}

/** People in one transaction. */
const batchSize = 500;

/**
 * Imports a file with bounded memory. The old roster stays in force until the whole file is read and the
 * journal has the import. `undefined` when another import runs; a file without people changes nothing. Rejects
 * when the store or the journal fails; then the old roster is still in force.
 */
export async function importRoster(
  deps: ImportDeps,
  file: RosterFile,
  options: ImportOptions,
): Promise<ImportReport | undefined> {
  const { roster, record } = deps;
  const progress = importProgress(deps, file, options);
  if (!(await roster.begin(progress.report()))) return undefined;
  deps.onProgress?.(progress.report());
  try {
    await addAll(deps, progress, options);
    if (progress.report().imported === 0) throw new UnusableFile('no_person');
    const report = progress.end('finished');
    await record(report);
    await roster.finish(report);
    return report;
  } catch (error) {
    const failure = error instanceof UnusableFile ? error.failure : 'failed';
    const report = progress.end(failure);
    await roster.fail(report);
    if (failure === 'failed') throw error;
    return report;
  }
}

type Progress = ReturnType<typeof importProgress>;

async function addAll(
  { roster, onProgress }: ImportDeps,
  progress: Progress,
  options: ImportOptions,
): Promise<void> {
  let batch: Person[] = [];
  const flush = async (): Promise<void> => {
    progress.added(await roster.add(progress.report(), batch));
    onProgress?.(progress.report());
    batch = [];
  };
  const rows = readRosterFile(progress.bytes, { ...options, onUnknownColumns: progress.unknown });
  for await (const row of rows) {
    progress.read(row);
    if ('person' in row) batch.push(row.person);
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
}

/** Counts what an import does. */
function importProgress({ clock, fileKey }: ImportDeps, file: RosterFile, options: ImportOptions) {
  const now = (): string => new Date(clock.now()).toISOString();
  const startedAt = now();
  const hmac = createHmac('sha256', fileKey);
  const counts = { bytes: 0, rows: 0, imported: 0, refused: 0 };
  const problems: RowProblem[] = [];
  let unknownColumns: readonly string[] = [];

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of file.bytes) {
      hmac.update(chunk);
      counts.bytes += chunk.byteLength;
      yield chunk;
    }
  }
  const expected = (): number | null => {
    const { bytes, rows } = counts;
    return rows === 0 ? null : Math.max(rows, Math.round((rows * file.size) / Math.max(1, bytes)));
  };
  const reportAs = (state: ImportReport['state']): ImportReport => ({
    id: options.id,
    mode: options.mode,
    state,
    startedAt,
    updatedAt: now(),
    rows: counts.rows,
    imported: counts.imported,
    refused: counts.refused,
    problems: [...problems],
    unknownColumns,
    fileHmac: '',
    rowsExpected: expected(),
  });

  return {
    bytes: counted(),
    report: () => reportAs('running'),
    end: (state: Exclude<ImportReport['state'], 'running'>): ImportReport => {
      const fileHmac = state === 'finished' ? hmac.digest('hex') : '';
      return { ...reportAs(state), rowsExpected: counts.rows, fileHmac };
    },
    unknown: (names: readonly string[]) => {
      unknownColumns = names.slice(0, maxProblems);
    },
    added: (people: number) => {
      counts.imported += people;
    },
    read: (row: RosterRow) => {
      counts.rows += 1;
      const found = 'refusal' in row ? [row.refusal] : row.omissions;
      if ('refusal' in row) counts.refused += 1;
      for (const problem of found) {
        if (problems.length < maxProblems) problems.push({ row: row.row, problem });
      }
    },
  };
}
