import { plural } from '../lib/format.ts';

const actions: Readonly<Record<string, string>> = {
  passthrough: 'sent in the clear: the policy passes this kind',
  off: 'sent in the clear: the policy does not look for this kind',
};

const finders: Readonly<Record<string, string>> = {
  regex: 'patterns',
  ner: 'the model',
  consistency: 'what the call knows',
  roster: 'the roster',
  policy: 'words of the policy',
  structure: 'the form of the document',
};

/** What found a value, in words; `regex.phone` is one of the patterns. */
export const finderName = (detector: string): string =>
  finders[detector.split('.')[0] ?? ''] ?? detector;

/** For what the model got in the clear, wherever it is shown (decision 0085). */
export const exposureStrings = {
  outcomes: {
    may_have_been_sent: 'May have been sent: something like an identifier',
    stopped: 'Stopped before it was sent: an identifier in the request',
    nothing_found: 'Nothing found in the clear',
    by_policy: 'Sent in the clear by policy',
    not_recorded: 'What was sent in the clear was not recorded',
    not_run: 'Nothing was sent',
    unreadable: 'Something could not be read',
  },
  short: {
    may_have_been_sent: 'May have been sent',
    stopped: 'Stopped before it was sent',
    nothing_found: 'Nothing found',
    by_policy: 'Sent by policy',
    not_recorded: 'Not recorded',
    not_run: 'Nothing sent',
    unreadable: 'Not readable',
  },
  nothingNew: 'Nothing new in the clear',
  kind: (kind: string, places: number, values: number | undefined) =>
    values === undefined || values === places
      ? `${kind}: ${places}`
      : `${kind}: ${places} (${plural(values, 'value')})`,
  unchecked: 'Names not checked',
  names: (unchecked: number, requests: number): string =>
    unchecked >= requests
      ? exposureStrings.unchecked
      : `Names not checked in ${unchecked} of ${plural(requests, 'turn')}`,
  language: (language: string) => `Language not covered: ${language}`,
  unreadable: (count: number) => `${count} encoded, not readable`,
  masked: (places: number, values: number | undefined) =>
    values === undefined
      ? `${places} masked, values not recorded`
      : `${plural(values, 'value')} masked, in ${plural(places, 'place')}`,
  hidden: 'hidden',
  mark: (kind: string, action: string, detector: string) =>
    `${kind}, ${actions[action] ?? action}, found by ${finderName(detector)}`,
  legend: { masked: 'masked', clear: 'sent in the clear' },
} as const;
