/** The rows of a table of field meanings: its first columns, and the rest of the line as the last one. */
export function tableRows(table: string, columns: number): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const words = line.trim().split(/\s+/);
      return [...words.slice(0, columns), words.slice(columns).join(' ')];
    });
}
