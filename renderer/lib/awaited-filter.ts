/** What a field of a filter shows, and what was typed in it and has not come back as the filter, the oldest first. */
export interface AwaitedFilter {
  readonly text: string;
  readonly sent: readonly string[];
}

/**
 * The field once its filter has become `value`: that is what was typed, or what became of it, such as the maximum of a
 * number, or another page's. What somebody has typed since then stays.
 */
export function afterFilter({ text, sent }: AwaitedFilter, value: string): AwaitedFilter {
  const at = sent.indexOf(value);
  if (at >= 0) return { text, sent: sent.slice(at + 1) };
  const [oldest, ...newer] = sent;
  return oldest === undefined || text.trim() === oldest
    ? { text: value, sent: [] }
    : { text, sent: newer };
}
