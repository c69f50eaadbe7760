const lineBreak = /\r\n|\n|\r/;

/** The data of a server-sent event, undefined when it has none (WHATWG HTML, 9.2.6). */
export function eventData(event: string): string | undefined {
  const lines = event.split(lineBreak).filter(isData);
  if (lines.length === 0) return undefined;
  return lines.map((line) => line.slice('data:'.length).replace(/^ /, '')).join('\n');
}

/** The event with other data, on one line; its other lines and its line ending stay. */
export function withEventData(event: string, data: string): string {
  const ending = lineBreak.exec(event)?.[0] ?? '\n';
  const others = event.split(lineBreak).filter((line) => line !== '' && !isData(line));
  return [...others, `data: ${data}`, '', ''].join(ending);
}

function isData(line: string): boolean {
  return line === 'data' || line.startsWith('data:');
}
