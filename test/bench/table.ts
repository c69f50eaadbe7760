/** A table of figures under a title. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table in Markdown. */
export function printed({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [`${title}:`, '', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join(
    '\n',
  );
}
