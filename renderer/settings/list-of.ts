/** The entries of a line with commas between them. */
export function listOf(line: string): string[] {
  return line
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
