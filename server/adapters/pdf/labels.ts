import type { Exposure } from '../../contract/exposure.ts';
import type { Counts, OtherLanguage, PciScope, Report } from '../../contract/report.ts';
import type { ReportException } from '../../contract/reports/period-report.ts';
import { kindCounts, kindName } from '../../domain/reports/kind-names.ts';

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
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Values where they are recorded, and the places in which they stood. */
export function maskedWords({ redaction_count: count, values_by_kind: values }: Report): string {
  if (values === undefined) return plural(count, 'place');
  const told = Object.values(values).reduce((sum, of) => sum + of, 0);
  return `${plural(told, 'value')} in ${plural(count, 'place')}`;
}

/** Values by kind and the places in which they stood; places by kind where an older version recorded a call. */
export function maskedByKind({
  values_by_kind: values,
  redaction_count: count,
  redactions_by_kind: places,
}: Pick<Report, 'values_by_kind' | 'redaction_count' | 'redactions_by_kind'>): string {
  if (values === undefined) return `${plural(count, 'place')} (${formatKinds(places)})`;
  const told = Object.values(values).reduce((sum, of) => sum + of, 0);
  if (told === 0) return 'nothing';
  return `${plural(told, 'value')} in ${plural(count, 'place')} (${formatKinds(values)})`;
}

/** `regex.phone 2, ner 1`. */
export function formatCounts(counts: Counts): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** Who looks for values: the passes of a policy, and what else finds some. */
const finderLabels: Readonly<Record<string, string>> = {
  regex: 'patterns',
  nermodel: 'model',
  diarize: 'speakers',
  structure: 'fields of documents',
  policy: 'words of the policy',
  roster: 'roster',
  consistency: 'values known in the call',
};

export const finderLabel = (name: string): string => finderLabels[name] ?? name;

/** `patterns: 2, model: 1`. */
export function formatFinders(counts: Counts): string {
  const parts = Object.entries(counts).map(([name, count]) => `${finderLabel(name)}: ${count}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** What stands for a value. */
export const tokenLabels: Readonly<Record<string, string>> = {
  'vault-deterministic': 'one for each value, which is kept in the vault (vault-deterministic)',
  'reversible-aead': 'the value itself, encrypted (reversible-aead)',
  synthetic: 'invented values (synthetic)',
};

/** How a call went, in a word or two. */
export const statusWords: Readonly<Record<Report['status'], string>> = {
  ok: 'complete',
  partial: 'partly delivered',
  error: 'not delivered',
};

export const statusLabels: Readonly<Record<Report['status'], string>> = {
  ok: 'Every reply was delivered in full',
  partial: 'A reply was cut short or not fully restored',
  error: 'No reply was delivered',
};

export const leakLabels: Readonly<Record<Report['leak_detection']['verdict'], string>> = {
  clean: 'No masked value was sent in the clear',
  reported: 'Possible identifiers were reported',
  blocked: 'Requests were blocked before they were sent',
  not_run: 'No scan ran',
};

/** Of a report without the field, an older version wrote the call. */
const exposureOf = ({ exposure }: Report): Exposure['outcome'] =>
  exposure?.outcome ?? 'not_recorded';

/** The outcome in a few words, and what it means. Of a stopped request every outcome says that it was stopped. */
export function exposureWords(report: Report): readonly [outcome: string, note: string] {
  const outcome = exposureOf(report);
  const [words, meaning] = exposureLabels[outcome];
  const { requests_blocked: stopped = 0, requests_reported: possible = 0 } = report.exposure ?? {};
  const notes = [
    ...(possible > 0 ? [`${plural(possible, 'request')} sent with a possible identifier`] : []),
    ...(meaning === '' ? [] : [meaning]),
    ...(stopped > 0 ? [`${plural(stopped, 'request')} with an identifier stopped, not sent`] : []),
  ];
  return [words, notes.join('; ')];
}

/** Each outcome in words, as in the portal, and what it means. */
export const exposureLabels: Readonly<
  Record<Exposure['outcome'], readonly [outcome: string, note: string]>
> = {
  may_have_been_sent: ['may have been sent', ''],
  by_policy: ['sent by policy', 'The policy let identifiers be sent in the clear'],
  unreadable: ['not readable', 'Something encoded could not be read'],
  not_recorded: ['not recorded', 'An older version did not record what it left in the clear'],
  stopped: ['stopped before it was sent', ''],
  nothing_found: ['nothing found', 'Detection and leak scan found nothing in the clear'],
  not_run: ['nothing sent', 'No request was scanned, and none was sent'],
};

/** What was not checked; empty if everything was. */
export function gapsOf({ exposure }: Report): readonly string[] {
  if (exposure === undefined) return [];
  const { requests_without_names: unchecked, requests, languages, unreadable = 0 } = exposure;
  return [
    ...(unchecked > 0
      ? [`names not checked in ${unchecked} of ${plural(requests, 'request')}`]
      : []),
    ...(languages.length > 0
      ? [`language not covered: ${languages.map(formatLanguage).join(', ')}`]
      : []),
    ...(unreadable > 0 ? [`${plural(unreadable, 'encoded stretch')} not readable`] : []),
  ];
}

/** `Phone number: 2` for each kind. */
export const formatKinds = (counts: Counts): string => kindCounts(counts).join(', ') || 'none';

/** `Phone number: 2 (1 value)` for each kind; without the values where they are not recorded. */
export function formatValues(counts: Counts, values: Counts | undefined): string {
  const parts = Object.entries(counts).map(([kind, count]) =>
    values === undefined
      ? `${kindName(kind)}: ${count}`
      : `${kindName(kind)}: ${count} (${plural(values[kind] ?? 0, 'value')})`,
  );
  return parts.length === 0 ? 'none' : parts.join(', ');
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** The English name of a language, from its BCP 47 tag. */
export const formatLanguage = (tag: string): string => languageNames.of(tag) ?? tag;

/** Why the first failed turn got no complete reply, with what the provider answered. */
export function failureNote(report: Report): string {
  const { first_failure: failure } = report;
  if (failure?.upstream_status === undefined) return statusLabels[report.status];
  return `The provider answered ${failure.upstream_status} in turn ${failure.turn + 1}`;
}

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
  public_side: 'as sent to the model and received from it, kept encrypted (policy setting keep)',
  erased: 'erased; they were kept encrypted',
};

/** What an incident is about. */
export const incidentAbout = {
  may_have_been_sent: 'An identifier may have been sent',
  chain_broken: 'The audit log does not verify',
  agreement_missing: 'No business associate agreement in force',
} as const;

/** What an assessment concluded. */
export const conclusions = {
  low_probability: 'A low probability that data was compromised',
  breach: 'A breach',
} as const;

/** Each exception in words. */
export const exceptionLabels: Readonly<Record<ReportException['exception'], string>> = {
  stopped: 'Stopped before it was sent',
  may_have_been_sent: 'May have been sent',
  by_policy: 'Sent by policy',
  restore_failed: 'Not put back in a reply',
  names_not_checked: 'Names not checked',
  language_not_covered: 'Language not covered',
  turn_failed: 'Without a complete reply',
  not_recorded: 'Not recorded',
  unreadable: 'Not readable',
  not_sealed: 'Not sealed',
  records_lost: 'Events lost',
  records_broken: 'Events do not verify',
};
