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

/** What a process used between two moments, per turn. */
export function perTurn(before: CpuTime, after: CpuTime, turns: number): CpuTime {
  return new Map([...after].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / turns]));
}
