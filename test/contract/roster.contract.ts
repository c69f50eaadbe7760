import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportReport, Person } from '../../server/domain/roster.ts';
import { abandonedMs, type RosterStore } from '../../server/ports/roster.ts';
import { anImport, aPerson, msLater } from '../support/roster-kit.ts';
import type { Opened } from './vault.contract.ts';

export async function everybody(store: RosterStore): Promise<Person[]> {
  const people: Person[] = [];
  for await (const batch of store.people()) people.push(...batch);
  return people.sort((one, other) => (one.id < other.id ? -1 : 1));
}

export async function importInto(
  store: RosterStore,
  people: readonly Person[],
  change: Partial<ImportReport> = {},
): Promise<ImportReport> {
  const report = anImport(change);
  expect(await store.begin(report)).toBe(true);
  await store.add(report, people);
  const finished: ImportReport = { ...report, state: 'finished', imported: people.length };
  await store.finish(finished);
  return finished;
}

/** What every store of the roster does (decision 0081). */
export function rosterContract(name: string, open: () => Promise<Opened<RosterStore>>): void {
  describe(`${name} roster`, () => {
    let opened: Opened<RosterStore>;
    let store: RosterStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.port;
    });
    afterEach(() => opened.close());

    it('is empty and has version 0 before the first import', async () => {
      expect(await store.version()).toBe(0);
      expect(await everybody(store)).toEqual([]);
      expect(await store.counts()).toEqual({ patient: 0, relative: 0, staff: 0 });
      expect(await store.imports()).toEqual({});
    });

    it('gives back every field of everybody, and counts them by role', async () => {
      const people = [
        aPerson('A-1', { fullNames: ['Maisie Quennell'], emails: ['m@example.com'] }),
        aPerson('B/2', { role: 'relative', birthDate: null, addresses: ['4 Elm St, Ames, IA'] }),
        aPerson('ç3', { role: 'staff', mayBeSaid: true, familyNames: ['van der Berg', 'Øst'] }),
      ];
      const report = await importInto(store, people);
      expect(await everybody(store)).toEqual(people);
      expect(await store.counts()).toEqual({ patient: 1, relative: 1, staff: 1 });
      expect(await store.imports()).toEqual({ latest: report, finished: report });
      expect(await store.version()).toBe(1);
    });

    it('reads more people than one batch holds, each once', async () => {
      const people = Array.from({ length: 1_203 }, (_, at) => aPerson(`P-${at}`));
      const report = anImport();
      await store.begin(report);
      for (let at = 0; at < people.length; at += 400) {
        await store.add(report, people.slice(at, at + 400));
      }
      await store.finish({ ...report, state: 'finished' });
      expect((await everybody(store)).map(({ id }) => id)).toEqual(
        people.map(({ id }) => id).sort(),
      );
      await importInto(store, [aPerson('P-7', { role: 'staff' })], { mode: 'merge' });
      expect(await store.counts()).toEqual({ patient: 1_202, relative: 0, staff: 1 });
    });

    it('keeps the old roster in force until an import is finished', async () => {
      await importInto(store, [aPerson('old')]);
      const report = anImport();
      await store.begin(report);
      expect(await store.add({ ...report, rows: 2 }, [aPerson('new')])).toBe(1);
      expect(await everybody(store)).toEqual([aPerson('old')]);
      expect(await store.version()).toBe(1);
      expect((await store.imports()).latest).toMatchObject({ id: report.id, rows: 2 });
      await store.finish({ ...report, state: 'finished' });
      expect(await everybody(store)).toEqual([aPerson('new')]);
      expect(await store.version()).toBe(2);
    });

    it('keeps the later of two people with the same id, and says how many ids were new', async () => {
      const report = anImport();
      await store.begin(report);
      expect(await store.add(report, [aPerson('1'), aPerson('2')])).toBe(2);
      const later = aPerson('2', { role: 'staff' });
      expect(await store.add(report, [aPerson('3'), later])).toBe(1);
      await store.finish({ ...report, state: 'finished' });
      expect(await everybody(store)).toEqual([aPerson('1'), later, aPerson('3')]);
    });

    it('adds people and replaces those with the same id when an import merges', async () => {
      await importInto(store, [aPerson('1'), aPerson('2')]);
      const changed = aPerson('2', { phones: [] });
      await importInto(store, [changed, aPerson('3')], { mode: 'merge' });
      expect(await everybody(store)).toEqual([aPerson('1'), changed, aPerson('3')]);
    });

    it('leaves the roster as it was after an import that failed', async () => {
      await importInto(store, [aPerson('old')]);
      const report = anImport();
      await store.begin(report);
      await store.add(report, [aPerson('new')]);
      await store.fail({ ...report, state: 'failed' });
      expect(await everybody(store)).toEqual([aPerson('old')]);
      const { latest, finished } = await store.imports();
      expect(latest?.state).toBe('failed');
      expect(finished?.state).toBe('finished');
    });

    it('does not take back an import that is finished, as when its answer got lost', async () => {
      const finished = await importInto(store, [aPerson('1')]);
      await store.fail({ ...finished, state: 'failed' });
      expect(await everybody(store)).toEqual([aPerson('1')]);
      expect(await store.imports()).toEqual({ latest: finished, finished });
    });

    it('refuses a second import while one runs, until that one is abandoned', async () => {
      const first = anImport();
      expect(await store.begin(first)).toBe(true);
      await store.add(first, [aPerson('first')]);
      expect(await store.begin(anImport({ startedAt: msLater(abandonedMs - 1) }))).toBe(false);
      const startedAt = msLater(abandonedMs);
      await importInto(store, [aPerson('second')], { startedAt, updatedAt: startedAt });
      await expect(store.add(first, [aPerson('late')])).rejects.toThrow('displaced');
      await expect(store.finish(first)).rejects.toThrow('displaced');
      expect(await everybody(store)).toEqual([aPerson('second')]);
    });

    it('removes one person, also from an import that runs', async () => {
      await importInto(store, [aPerson('1'), aPerson('2')]);
      const report = anImport({ mode: 'merge' });
      await store.begin(report);
      await store.add(report, [aPerson('1', { phones: [] })]);
      expect(await store.has('1')).toBe(true);
      expect(await store.remove('1')).toBe(true);
      expect(await store.has('1')).toBe(false);
      expect(await store.version()).toBe(2);
      expect(await store.remove('1')).toBe(false);
      await store.finish({ ...report, state: 'finished' });
      expect(await everybody(store)).toEqual([aPerson('2')]);
    });

    it('clears everybody, and displaces an import that runs', async () => {
      await importInto(store, [aPerson('1'), aPerson('2', { role: 'staff' })]);
      const report = anImport();
      await store.begin(report);
      await store.add(report, [aPerson('3')]);
      expect(await store.clear()).toEqual({ patient: 1, relative: 0, staff: 1 });
      await expect(store.add(report, [aPerson('4')])).rejects.toThrow('displaced');
      expect(await everybody(store)).toEqual([]);
      expect(await store.imports()).toEqual({});
      expect(await store.version()).toBe(2);
      await importInto(store, [aPerson('5')]);
      expect(await everybody(store)).toEqual([aPerson('5')]);
    });

    it('says so when the roster changes while somebody reads it', async () => {
      await importInto(store, [aPerson('1')]);
      const reading = store.people()[Symbol.asyncIterator]();
      await reading.next();
      await importInto(store, [aPerson('2')]);
      await expect(reading.next()).rejects.toThrow('changed');
    });
  });
}
