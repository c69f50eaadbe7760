import type { ImportReport, Person, RosterCounts } from '../../../server/domain/roster.ts';
import {
  ImportDisplaced,
  isOver,
  RosterChanged,
  type RosterStore,
} from '../../../server/ports/roster.ts';

/** A roster that forgets everybody when the process ends. */
export function memoryRoster(people: readonly Person[] = []): RosterStore {
  const byId = (list: Iterable<Person>) => new Map([...list].map((one) => [one.id, one]));
  let version = people.length > 0 ? 1 : 0;
  let inForce = byId(people);
  let adding = byId([]);
  let latest: ImportReport | undefined;
  let finished: ImportReport | undefined;

  const expectRunning = ({ id }: ImportReport) => {
    if (latest?.id !== id || latest.state !== 'running') throw new ImportDisplaced();
  };
  const counts = (): RosterCounts => {
    const of = { patient: 0, relative: 0, staff: 0 };
    for (const { role } of inForce.values()) of[role] += 1;
    return of;
  };

  return {
    version: async () => version,
    people: async function* read() {
      const before = version;
      if (inForce.size > 0) yield [...inForce.values()];
      if (version !== before) throw new RosterChanged();
    },
    counts: async () => counts(),
    imports: async () => ({ ...(latest && { latest }), ...(finished && { finished }) }),
    begin: async (report) => {
      if (!isOver(latest, Date.parse(report.startedAt))) return false;
      [latest, adding] = [report, byId([])];
      return true;
    },
    add: async (report, added) => {
      expectRunning(report);
      const before = adding.size;
      for (const person of added) adding.set(person.id, person);
      latest = report;
      return adding.size - before;
    },
    finish: async (report) => {
      expectRunning(report);
      inForce = report.mode === 'merge' ? new Map([...inForce, ...adding]) : adding;
      [latest, finished, adding] = [report, report, byId([])];
      version += 1;
    },
    fail: async (report) => {
      if (latest?.id === report.id && latest.state === 'running')
        [latest, adding] = [report, byId([])];
    },
    has: async (id) => inForce.has(id),
    remove: async (id) => {
      const removed = [inForce, adding].map((map) => map.delete(id)).includes(true);
      if (removed) version += 1;
      return removed;
    },
    clear: async () => {
      const before = counts();
      [inForce, adding, latest, finished] = [byId([]), byId([]), undefined, undefined];
      version += 1;
      return before;
    },
    eraseAbandoned: async () => undefined,
  };
}
