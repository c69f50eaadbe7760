const numbers = new Intl.NumberFormat('en');

/** Formats of times in a zone; undefined is the zone of this browser. */
function formatsIn(zone: string | undefined) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { ...options, ...(zone !== undefined && { timeZone: zone }) });
  const minute = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
  return {
    clock: format({ ...minute, second: '2-digit' }),
    minute: format(minute),
    day: format({ year: 'numeric', month: 'short', day: 'numeric' }),
    shortDay: format({ month: 'short', day: 'numeric' }),
    named: format({ timeZoneName: 'short' }),
  };
}

let formats = formatsIn(undefined);

/** Every time is shown in this zone from here on; undefined is the zone of this browser. */
export function showTimesIn(zone: string | undefined): void {
  if (zone !== shownZone()) formats = formatsIn(zone);
}

/** The zone of shown times, an IANA name such as `America/Chicago`. */
export const shownZone = (): string => formats.clock.resolvedOptions().timeZone;

/** `12,345` */
export const formatCount = (count: number): string => numbers.format(count);

/** Local time of day of an ISO time, `14:03:09`. */
export const formatClock = (iso: string): string => formats.clock.format(new Date(iso));

/** The same without seconds, `14:03`. */
export const formatMinute = (iso: string): string => formats.minute.format(new Date(iso));

/** Local day of an ISO time, `Nov 21, 2026`. */
export const formatDay = (iso: string): string => formats.day.format(new Date(iso));

/** The same without the year, `Nov 21`. */
export const formatShortDay = (iso: string): string => formats.shortDay.format(new Date(iso));

/** Local day and time of an ISO time. */
export const formatMoment = (iso: string): string => `${formatDay(iso)}, ${formatClock(iso)}`;

/** An ISO time in UTC, `2026-11-21 13:03:09 UTC`. */
export const formatUtc = (iso: string): string =>
  `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The zone of shown times as it is called now, `GMT+1`. */
export const timeZone = (): string =>
  formats.named.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** Milliseconds for people: `840 ms`, `12.4 s`, `3 min 20 s`. */
export function formatDuration(ms: number): string {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Microseconds as milliseconds with significant digits: `0.84 ms`, `12 ms`. */
export function formatMicros(us: number): string {
  return us < 9_995 ? `${(us / 1000).toFixed(2)} ms` : `${formatCount(Math.round(us / 1000))} ms`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes in a fitting unit: `512 B`, `4.1 MB`. */
export function formatBytes(bytes: number): string {
  let step = 0;
  let value = bytes;
  while (step < byteUnits.length - 1 && value >= (step === 0 ? 1000 : 999.95)) {
    step += 1;
    value = bytes / 1000 ** step;
  }
  return `${step === 0 ? value : value.toFixed(1)} ${byteUnits[step]}`;
}

/** The first and last characters of a hash, for tables. */
export const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-6)}`;

/** A phrase as a sentence, with a capital and a full stop. */
export const sentence = (phrase: string): string =>
  `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${/[.!?…]$/.test(phrase) ? '' : '.'}`;

/** `1 call`, `2 calls`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** The name of a language in English, from its BCP 47 tag; `und` is one that is unknown. */
export function formatLanguage(tag: string): string {
  return tag === 'und' ? 'unknown' : (languageNames.of(tag) ?? tag);
}
