import type { KeyObject } from 'node:crypto';
import type { EventFields } from '../domain/event.ts';
import { Fault } from '../domain/fault.ts';
import type { RosterImportId } from '../domain/ids.ts';
import type { ImportReport, Person, RosterCounts } from '../domain/roster.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Uploads } from '../ports/roster.ts';
import { isOver, type RosterStore } from '../ports/roster.ts';
import { findPeople } from './find-people.ts';
import { type ImportOptions, importRoster } from './import-roster.ts';

/** The roster as admins manage it. */
export interface RosterAdmin {
  overview(): Promise<{
    readonly counts: RosterCounts;
    readonly latest?: ImportReport;
    readonly finished?: ImportReport;
  }>;
  /**
   * Receives a file, and imports it afterwards. Resolves when the import has begun. Fault `import_running`
   * while another one runs; rejects with the error of `body`.
   */
  startImport(
    body: AsyncIterable<Uint8Array>,
    options: Omit<ImportOptions, 'id'>,
    record: (fields: ImportFields) => Promise<void>,
  ): Promise<ImportReport>;
  /** The import with this id, if it is the latest one or the last that was finished. */
  importOf(id: string): Promise<ImportReport | undefined>;
  find(query: string, limit: number): Promise<readonly Person[]>;
  /** Erases a person by the clinic's id, once `record` has journalled it; false if there is none. */
  remove(id: string, record: () => Promise<void>): Promise<boolean>;
  clear(): Promise<RosterCounts>;
  /** Resolves when no import of this process runs. */
  settle(): Promise<void>;
}

/** What the journal says of an import. */
export type ImportFields = Omit<EventFields['roster_imported'], 'actor'>;

export function importFields(report: ImportReport): ImportFields {
  const { id, mode, fileHmac, imported, refused } = report;
  return { import_id: id, mode, file_hmac: fileHmac, imported, refused };
}

export interface RosterAdminDeps {
  readonly roster: RosterStore;
  readonly uploads: Uploads;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly fileKey: KeyObject;
  /** Called when an import ended with an error. */
  readonly onFailure: (error: unknown) => void;
}

export function createRosterAdmin(deps: RosterAdminDeps): RosterAdmin {
  const { roster, uploads, clock, ids, fileKey, onFailure } = deps;
  let running: { readonly id: RosterImportId; readonly done: Promise<void> } | undefined;

  const refuseSecond = async (): Promise<void> => {
    const { latest } = await roster.imports();
    if (!isOver(latest, clock.now())) throw importRunning();
    if (running === undefined) return;
    if (latest?.id !== running.id) throw importRunning();
    // Its outcome is known; only its file is still removed.
    await running.done;
  };

  return {
    overview: async () => ({ counts: await roster.counts(), ...(await roster.imports()) }),
    startImport: async (body, options, record) => {
      await refuseSecond();
      const id = ids.next('imp') as RosterImportId;
      const began = Promise.withResolvers<ImportReport | undefined>();
      const work = async (): Promise<void> => {
        const upload = await uploads.keep(body);
        try {
          const report = await importRoster(
            {
              roster,
              clock,
              fileKey,
              onProgress: began.resolve,
              record: (finished) => record(importFields(finished)),
            },
            upload,
            { ...options, id },
          );
          began.resolve(report);
        } finally {
          await upload.remove();
        }
      };
      const done = work()
        .catch((error: unknown) => {
          onFailure(error);
          began.reject(error);
        })
        .finally(() => {
          running = undefined;
        });
      running = { id, done };
      const report = await began.promise;
      if (report === undefined) throw importRunning();
      return report;
    },
    importOf: async (id) => {
      const { latest, finished } = await roster.imports();
      return [latest, finished].find((report) => report?.id === id);
    },
    find: (query, limit) => findPeople(roster, query, limit),
    remove: async (id, record) => {
      if (!(await roster.has(id))) return false;
      await record();
      return await roster.remove(id);
    },
    clear: roster.clear,
    settle: async () => {
      await running?.done;
    },
  };
}

function importRunning(): Fault {
  return new Fault('import_running', 'another import is running: wait until it has ended');
}
