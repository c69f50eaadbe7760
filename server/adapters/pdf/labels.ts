import type { Counts, OtherLanguage, PciScope, Report } from '../../contract/report.ts';

/** `2026-11-21 09:00:56 UTC`, from ISO 8601 UTC. */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** `1 h 02 min 03 s`, from milliseconds; leading zero parts are dropped. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [h, min, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (h > 0) return `${h} h ${min} min ${s} s`;
  return min > 0 ? `${min} min ${s} s` : `${s} s`;
}

/** `not_applicable` as `not applicable`. */
export function readable(code: string): string {
  return code.replaceAll('_', ' ');
}

/** `1 request`, `2 requests`. */
export const plural = (count: number, one: string): string =>
  `${count} ${count === 1 ? one : `${one}s`}`;

/** `regex.phone 2, ner 1`. */
export function formatCounts(counts: Counts): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

export const statusLabels: Readonly<Record<Report['status'], string>> = {
  ok: 'Every reply was delivered in full',
  partial: 'A reply was cut short or not fully restored',
  error: 'No reply was delivered',
};

export const leakLabels: Readonly<Record<Report['leak_detection']['verdict'], string>> = {
  clean: 'No masked value was sent in clear',
  reported: 'Possible identifiers were reported',
  blocked: 'Requests were blocked before they were sent',
  not_run: 'No scan ran',
};

/** What was done about a caller's text in a language that the policy does not cover. */
export const languageLabels: Readonly<Record<OtherLanguage['handling'], string>> = {
  mask_all: 'numbers, names and uncommon words masked',
  refuse: 'refused',
  detect_only: 'masked by detection alone',
};

export const scopeLabels: Readonly<Record<PciScope, string>> = {
  not_assessed: 'Not assessed: the policy of this call did not look for card numbers.',
  none_found: 'The service looked for card numbers and found none.',
  redacted: 'Card numbers were found. Each was removed; none was stored or forwarded.',
  tokenized: 'Card numbers were found. Each was replaced before the request was sent.',
  forwarded: 'Card numbers were found and, as the policy allows, sent in clear.',
};

export const payloadLabels: Readonly<Record<Report['retention']['payloads'], string>> = {
  none: 'not kept',
  kept: 'kept, encrypted (policy setting log_payloads)',
  erased: 'erased; they were kept encrypted',
};
