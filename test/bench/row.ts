/** One line of the benchmark's table. */
export interface BenchRow {
  readonly what: string;
  readonly figure: string;
  readonly baseline: string;
  readonly ratio: string;
}

export function ratioOf(figure: number, baseline: number): string {
  return (figure / baseline).toFixed(2);
}
