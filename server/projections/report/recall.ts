import type { Recall, RecallRow } from '../../contract/reports/call-samples.ts';
import type { MarkId, UserId } from '../../domain/ids.ts';
import type { Mark } from '../../domain/mark.ts';
import type { MarkedValue, SampledCall } from '../../domain/reports/call-samples.ts';
import { addCounts, totalOf } from '../histogram.ts';

type Counts = Readonly<Record<string, number>>;

type MarkOfPerson = Mark & { readonly actor: UserId };

/** The marks of a call by the values that they name. Marks of one value are one, also of two people. */
export function markedValues(marks: readonly MarkOfPerson[]): readonly MarkedValue[] {
  const values: { mistake: Mark['mistake']; kind: string; marks: MarkOfPerson[] }[] = [];
  for (const mark of [...marks].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const known = values.find((value) => value.marks.some((other) => areSameValue(mark, other)));
    if (known === undefined) values.push({ mistake: mark.mistake, kind: mark.kind, marks: [mark] });
    else known.marks.push(mark);
  }
  return values.map((value) => ({
    ...value,
    marks: value.marks.map(({ id, actor }) => ({ id, actor })),
  }));
}

/** Whether one names words of the other; the kind that somebody chose does not matter. */
function areSameValue(one: Mark, other: Mark): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return one.mistake === other.mistake && (a.includes(b) || b.includes(a));
}

const wordsOf = ({ text, span }: Mark): string =>
  ` ${text
    .slice(...span)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Values of checked calls by kind: masked ones that are private, and those that a reviewer had to mark. */
export interface FoundAndMissed {
  readonly found: Counts;
  readonly missed: Counts;
  readonly needless: Counts;
}

/** What two reviewers found out about a call. A mark that somebody dismissed was wrong. */
export function foundAndMissed(
  { valuesByKind, marked = [] }: Pick<SampledCall, 'valuesByKind' | 'marked'>,
  dismissed: ReadonlySet<MarkId> = new Set(),
): FoundAndMissed {
  const counted = { missed: {} as Counts, false_hit: {} as Counts };
  for (const { mistake, kind, marks } of marked) {
    if (marks.every(({ id }) => dismissed.has(id))) continue;
    counted[mistake] = addCounts(counted[mistake], { [kind]: 1 });
  }
  const { missed, false_hit: needless } = counted;
  const found = Object.entries(valuesByKind).map(
    ([kind, count]) => [kind, Math.max(0, count - (needless[kind] ?? 0))] as const,
  );
  return { found: Object.fromEntries(found.filter(([, count]) => count > 0)), missed, needless };
}

/** Recall over checked calls, by kind and in all; undefined while they hold no value. */
export function recallOf(calls: readonly FoundAndMissed[]): Recall | undefined {
  const found = calls.reduce((sum, call) => addCounts(sum, call.found), {} as Counts);
  const missed = calls.reduce((sum, call) => addCounts(sum, call.missed), {} as Counts);
  const kinds = [...new Set([...Object.keys(found), ...Object.keys(missed)])].sort();
  if (kinds.length === 0) return undefined;
  const rows = kinds.map((kind) => ({ kind, ...rowOf(found[kind] ?? 0, missed[kind] ?? 0) }));
  return { calls: calls.length, total: rowOf(totalOf(found), totalOf(missed)), by_kind: rows };
}

function rowOf(found: number, missed: number): RecallRow {
  const { low, high } = wilsonInterval(found, found + missed);
  const share = found / (found + missed);
  return { found, missed, recall_bp: inBp(share), low_bp: inBp(low), high_bp: inBp(high) };
}

const inBp = (share: number): number => Math.round(share * 10_000);

/** The 97.5 % quantile of the normal distribution. */
const z = 1.959964;

/** Wilson's 95 % score interval of a share, without correction of continuity; `of` is at least 1. */
export function wilsonInterval(
  count: number,
  of: number,
): { readonly low: number; readonly high: number } {
  const share = count / of;
  const middle = share + z ** 2 / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  return {
    low: Math.max(0, (middle - spread) / scale),
    high: Math.min(1, (middle + spread) / scale),
  };
}
