/** How good the news is: `good` only where everything was checked and nothing happened. */
export type Tone = 'good' | 'plain' | 'warn' | 'bad';

/** A whole sentence, and how good its news is. */
export type Finding = readonly [tone: Tone, sentence: string];

/** What the verdict is about. Counts are of calls; none is 0. */
export interface VerdictFacts {
  readonly calls: number;
  /** The range in words, such as `in the last 24 hours`. */
  readonly range: string;
  readonly counts: Readonly<Partial<Record<Counted, number>>>;
  readonly isLogBroken: boolean;
  readonly hasLogGap: boolean;
}

type Counted =
  | 'stopped'
  | 'may_have_been_sent'
  | 'by_policy'
  | 'unreadable'
  | 'names_not_checked'
  | 'language_not_covered'
  | 'not_recorded'
  | 'failed';

const numbers = 'No One Two Three Four Five Six Seven Eight Nine Ten'.split(' ');
const digits = new Intl.NumberFormat('en-US');

/** A number at the beginning of a sentence. */
export const saidNumber = (count: number): string => numbers[count] ?? digits.format(count);
const saidCalls = (count: number): string =>
  `${saidNumber(count)} ${count === 1 ? 'call' : 'calls'}`;

/** The sentences of the overview and of reports. */
export const verdictWords = {
  calls: (count: number, range: string) =>
    `${count === 0 ? 'No' : digits.format(count)} ${count === 1 ? 'call' : 'calls'} ${range}.`,
  stopped: (count: number) =>
    count === 1
      ? 'One leak was stopped before it was sent.'
      : `${saidNumber(count)} leaks were stopped before they were sent.`,
  nothingOut: 'Nothing got out.',
  maySent: (count: number) => `${saidCalls(count)} may have sent an identifier.`,
  byPolicy: (count: number) => `${saidCalls(count)} sent identifiers, as the policy allows.`,
  unreadable: (count: number) => `${saidCalls(count)} had something that could not be read.`,
  namesNotChecked: (count: number) => `${saidCalls(count)} went without a check for names.`,
  notCovered: (count: number) => `${saidCalls(count)} had a language that is not covered.`,
  notRecorded: (count: number) => `${saidCalls(count)} left no record of what was sent.`,
  failures: (count: number) => `${saidCalls(count)} got no complete reply.`,
  broken: 'The audit log does not verify.',
  gap: 'The audit log lost events.',
} as const;

/** What happened in calls, in the order in which it is read. The same facts give the same words. */
export function verdictOnCalls(facts: VerdictFacts): readonly Finding[] {
  const { calls, range, counts, isLogBroken, hasLogGap } = facts;
  const out = sentOut(counts);
  const isClean = calls > 0 && out.length === 0 && !isLogBroken && !hasLogGap;
  return [
    [calls === 0 ? 'plain' : 'good', verdictWords.calls(calls, range)],
    ...counted('good', counts.stopped, verdictWords.stopped),
    ...(isClean ? [['good', verdictWords.nothingOut] as const] : out),
    ...counted('warn', counts.failed, verdictWords.failures),
    ...(isLogBroken ? [['bad', verdictWords.broken] as const] : []),
    ...(hasLogGap ? [['bad', verdictWords.gap] as const] : []),
  ];
}

/** What got out, may have got out, or was not looked for. */
function sentOut(counts: VerdictFacts['counts']): readonly Finding[] {
  return [
    ...counted('bad', counts.may_have_been_sent, verdictWords.maySent),
    ...counted('warn', counts.by_policy, verdictWords.byPolicy),
    ...counted('warn', counts.unreadable, verdictWords.unreadable),
    ...counted('warn', counts.names_not_checked, verdictWords.namesNotChecked),
    ...counted('warn', counts.language_not_covered, verdictWords.notCovered),
    ...counted('warn', counts.not_recorded, verdictWords.notRecorded),
  ];
}

function counted(tone: Tone, count = 0, sentence: (count: number) => string): readonly Finding[] {
  return count > 0 ? [[tone, sentence(count)]] : [];
}
