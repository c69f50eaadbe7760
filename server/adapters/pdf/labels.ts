import type { Counts, PciScope, Report } from '../../contract/report.ts';

/** `2026-11-21 09:00:56 UTC`, from ISO 8601 UTC. */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** `1 h 02 min 03 s`, from milliseconds; parts that are nought are left out in front. */
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

/** `regex.phone 2, ner 1`. */
export function formatCounts(counts: Counts): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

export const statusLabels: Readonly<Record<Report['status'], string>> = {
  ok: 'Every reply was delivered whole',
  partial: 'Some reply was cut short or not wholly restored',
  error: 'No reply was delivered',
};

export const leakLabels: Readonly<Record<Report['leak_detection']['verdict'], string>> = {
  clean: 'No identifier found in what was sent',
  reported: 'Possible identifiers reported',
  blocked: 'Requests were blocked before they were sent',
  not_run: 'No scan was run',
};

export const scopeLabels: Readonly<Record<PciScope, string>> = {
  not_assessed: 'Not assessed: the policy of this session did not look for card numbers as such.',
  none_found: 'Card numbers were looked for and none was found.',
  redacted: 'Card numbers were found; each was dropped, and none was stored or forwarded.',
  tokenized: 'Card numbers were found; each was replaced before anything was forwarded.',
  forwarded: 'Card numbers were found and, by the policy, forwarded.',
};

export const payloadLabels: Readonly<Record<Report['retention']['payloads'], string>> = {
  none: 'not kept',
  kept: 'kept, encrypted, by the policy (log_payloads)',
  erased: 'were kept, encrypted, and have been erased',
};
