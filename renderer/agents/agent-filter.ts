/** The filter of the list of agents. It is part of the URL, so that going back keeps it. */
export function nameFromSearch(search: Readonly<Record<string, unknown>>): {
  readonly name?: string;
} {
  // The router reads `name=123` as a number.
  const name = String(search['name'] ?? '').trim();
  return name === '' ? {} : { name };
}
