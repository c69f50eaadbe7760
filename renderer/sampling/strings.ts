import { plural } from '../lib/format.ts';

/** Words of the calls that two people read each week. */
export const samplingStrings = {
  title: (calls: number) => `Check ${plural(calls, 'call')}`,
  intro:
    'Each week the service draws calls at random from those whose texts are kept. Two people read each of them without seeing the marks of the other.',
  empty:
    'Nothing is drawn yet. Each Monday the service draws 25 calls of the week before, if a policy keeps their texts.',
  state: (week: string, population: number) =>
    `Drawn from ${plural(population, 'call')} of the week from ${week}.`,
  counts: (both: number, one: number) => `Checked by two people: ${both}. By one: ${one}.`,
  left: (count: number) =>
    count === 0 ? 'None is left for you.' : `${plural(count, 'call')} left for you.`,
  next: 'Next call',
  nextHint: 'Key N',
  all: (calls: number) => `All ${plural(calls, 'call')} of the week`,
  columns: {
    call: 'Call',
    checked: 'Checked by',
    marked: 'Marked',
    kind: 'Kind',
    found: 'Values found',
    missed: 'Values missed',
    share: 'Found of all',
    interval: '95 % interval',
    mistake: 'Mistake',
    by: 'Marked by',
    state: 'Decision',
  },
  nobody: 'Nobody yet',
  marked: (missed: number, needless: number) =>
    missed + needless === 0 ? 'Nothing' : `${missed} missed, ${needless} not private`,
  waiting: 'Shown when two have checked it',
  disagree: 'Marked by one of two',
  disagreeHint: 'Open the mark below and decide. A mark that you dismiss does not count.',
  mistakes: { missed: 'Missed', false_hit: 'Not private' },
  counting: 'Counts',
  dismissed: 'Dismissed',
  recall: (calls: number) => `In ${plural(calls, 'call')} that two people have read`,
  definition:
    'Found: values that were masked and are private. Missed: values that either reader marked. The 95 % interval is Wilson’s; it takes each value as independent.',
  allKinds: 'All',
  check: {
    text: 'This call was drawn. Read its texts, mark what was missed, then say that you are done. Marks that you make later do not count.',
    done: 'Checked, next call',
    checked: 'You have checked this call.',
    skip: 'Next call (N)',
    queue: 'Back to the list',
  },
} as const;
