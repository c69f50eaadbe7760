import type { KnownValue } from '../domain/detection.ts';
import { type CompactText, holdsAny } from './known-value-search.ts';

/**
 * A body in which a scan found nothing at all: no value, no shape, nothing that it could not read. A later body of
 * the call holds nothing at the same places where it says the same, but for values that the call has learned since.
 * Whether a token is this service's own does not change while a call lasts.
 */
export interface CleanBody {
  readonly root: unknown;
  /** Its texts as values are looked for in them; perhaps also texts of earlier bodies. */
  readonly texts: readonly CompactText[];
  /** The kinds that the policy masked: one set for each policy. */
  readonly enforced: ReadonlySet<string>;
  /** The list of the call's values, which only grows, and how many of them were looked for. */
  readonly values: readonly KnownValue[];
  readonly count: number;
}

/** What decides whether an earlier body counts for a scan. */
interface Sought extends Pick<CleanBody, 'enforced' | 'values'> {
  readonly before?: CleanBody | undefined;
  readonly surrogates?: ReadonlySet<string>;
}

/**
 * Whether the earlier body counts for this scan: it was scanned under the same policy for values of the same list,
 * and holds none that the list has got since.
 */
export function* isStillClean({
  before,
  enforced,
  values,
  surrogates,
}: Sought): Generator<undefined, boolean> {
  const isSame = before?.enforced === enforced && before.values === values;
  // A text without its fakes is another text with each new one.
  if (before === undefined || !isSame || (surrogates?.size ?? 0) > 0) return false;
  const newer = values.slice(before.count).filter(({ kind }) => enforced.has(kind));
  return !(yield* holdsAny(before.texts, newer));
}

/** Characters of texts that are kept for each byte of a body. */
const mostKept = 2;

/** What to remember of a clean body; nothing where it would hold on to too much of earlier ones. */
export function cleanBody(
  { root, texts, count }: Pick<CleanBody, 'root' | 'texts' | 'count'>,
  bytes: number,
  { before, enforced, values }: Sought,
): CleanBody | undefined {
  const all = [...(before?.texts ?? []), ...texts];
  const size = all.reduce((sum, { text }) => sum + text.length, 0);
  return size > mostKept * bytes ? undefined : { root, texts: all, enforced, values, count };
}
