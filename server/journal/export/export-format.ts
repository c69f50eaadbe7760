import { isCanonical } from '../record/canonical-json.ts';

/** Names the format in its first and last line; see docs/journal-format.md. */
export const exportFormat = 'svc-journal-export-v1';

/** What a line of canonical JSON says; undefined when it is not canonical. */
export function parseCanonicalLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return isCanonical(line, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
