/** Milliseconds of processor time that this thread spends on `work`. Other programs on the machine do not change it. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The power by which the cost of `work` grows with its size: 1 is in proportion, 2 is with the square.
 * The least of up to three runs, for garbage is collected in one of them by chance; a power below 1.5 ends them.
 */
export async function powerOfGrowth(
  work: (size: number) => unknown,
  few: number,
  many: number,
): Promise<number> {
  await work(few);
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least >= 1.5; tries++) {
    const small = Math.max(await cpuMsOf(() => work(few)), 10);
    const large = await cpuMsOf(() => work(many));
    least = Math.min(least, Math.log(large / small) / Math.log(many / few));
  }
  return least;
}
