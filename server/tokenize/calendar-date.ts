const months =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

const dayMs = 86_400_000;

/** A date with the style it was written in. `day` counts days since 1970-01-01. */
export interface CalendarDate {
  readonly day: number;
  readonly style: 'iso' | 'slashes' | 'words';
}

/** Reads a canonical date (case-folded, single-spaced); undefined for other forms and days that do not exist. */
export function readDate(canonical: string): CalendarDate | undefined {
  const iso = /^(\d{4}) (\d{1,2}) (\d{1,2})$/.exec(canonical);
  if (iso) return dateOf('iso', iso[1], iso[2], iso[3]);
  const slashes = /^(\d{1,2}) (\d{1,2}) (\d{4}|\d{2})$/.exec(canonical);
  if (slashes) return dateOf('slashes', slashes[3], slashes[1], slashes[2]);
  const words =
    /^(?<m>[a-z]{3,9}) (?<d>\d{1,2})(?:st|nd|rd|th)? (?<y>\d{4})$/.exec(canonical) ??
    /^(?<d>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<m>[a-z]{3,9}) (?<y>\d{4})$/.exec(canonical);
  const { d, m = '', y } = words?.groups ?? {};
  return dateOf('words', y, String(months.findIndex((name) => name.startsWith(m)) + 1), d);
}

/** Writes a date in its style: `1975-03-14`, `03/14/1975`, `March 14, 1975`. */
export function writeDate({ day, style }: CalendarDate): string {
  const iso = new Date(day * dayMs).toISOString().slice(0, 10);
  const [year = '', month = '', date = ''] = iso.split('-');
  if (style === 'iso') return iso;
  if (style === 'slashes') return `${month}/${date}/${year}`;
  const name = months[Number(month) - 1] ?? '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${Number(date)}, ${year}`;
}

function dateOf(
  style: CalendarDate['style'],
  yearText = '',
  monthText = '',
  dateText = '',
): CalendarDate | undefined {
  const year = Number(yearText) + (yearText.length === 2 ? 1900 : 0);
  const month = Number(monthText) - 1;
  const ms = Date.UTC(year, month, Number(dateText));
  const exists = yearText !== '' && new Date(ms).getUTCMonth() === month;
  return exists ? { day: ms / dayMs, style } : undefined;
}
