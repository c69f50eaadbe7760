import { readdir, readFile } from 'node:fs/promises';

/** Processor time in ms by thread, those of the same name together. */
export type CpuTime = ReadonlyMap<string, number>;

const nsPerMs = 1e6;

/** User and system time of each thread of a process since it began, as the scheduler of Linux counts it. */
export async function cpuTimeOf(pid: number): Promise<CpuTime> {
  const folder = `/proc/${pid}/task`;
  const times = new Map<string, number>();
  for (const thread of await readdir(folder)) {
    const name = (await readFile(`${folder}/${thread}/comm`, 'utf8')).trim();
    const [onCpu = '0'] = (await readFile(`${folder}/${thread}/schedstat`, 'utf8')).split(' ');
    times.set(name, (times.get(name) ?? 0) + Number(onCpu) / nsPerMs);
  }
  return times;
}

/** The processor time in ms of those threads that count; by default of all. */
export function sumOf(time: CpuTime, isCounted: (thread: string) => boolean = () => true): number {
  return [...time].reduce((sum, [thread, ms]) => (isCounted(thread) ? sum + ms : sum), 0);
}

/** What a process used between two moments, per turn. */
export function perTurn(before: CpuTime, after: CpuTime, turns: number): CpuTime {
  return new Map([...after].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / turns]));
}

const msPerTick = 10;

/** User and system time in ms of a process and of all that it started and that still runs. */
export async function cpuTimeOfAll(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // What follows the name: state is the third field, user and system time the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) * msPerTick;
  const lists = (await readdir(`/proc/${pid}/task`)).map((thread) =>
    readFile(`/proc/${pid}/task/${thread}/children`, 'utf8'),
  );
  const children = (await Promise.all(lists)).join(' ').split(/\s+/).filter(Boolean);
  const theirs = await Promise.all(children.map((child) => cpuTimeOfAll(Number(child))));
  return theirs.reduce((sum, ms) => sum + ms, own);
}
