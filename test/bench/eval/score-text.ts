import type { Detection } from '../../../server/domain/detection.ts';
import type { LabelledRow } from './labelled-row.ts';
import { coveredShare, type KindSpan, matchSpans } from './match-spans.ts';
import { type KindView, nineKindView } from './scored-kinds.ts';
import type { Tallies } from './tally.ts';

/** What became of the spans of one text. Positions only; the text stays with the caller. */
export interface TextScore {
  readonly tallies: Tallies;
  /** Wanted spans that no found span of their kind overlaps enough. */
  readonly misses: readonly KindSpan[];
  /** Found spans that answer nothing and lie outside neutral spans. */
  readonly falseHits: readonly KindSpan[];
  /** The false hits that touch no labelled span of any kind: they hide words that nobody called private. */
  readonly needless: readonly KindSpan[];
  /** Wanted spans of which a letter or a digit was not found. */
  readonly unhidden: readonly KindSpan[];
}

/**
 * Scores the detections of one text against its labels, for the kinds labelled in it. Spans that count
 * as no kind are neutral: not wanted, and a found span that lies in them by half or more is not
 * held against precision. Labels that a script guessed (`auto-regex`) are neutral too.
 */
export function scoreText(
  row: Pick<LabelledRow, 'text' | 'spans'>,
  detections: readonly Detection[],
  kinds: ReadonlySet<string>,
  { ofLabel, ofFound }: KindView = nineKindView,
): TextScore {
  const scored = row.spans.filter((span) => span.orig !== 'auto-regex');
  const wanted = ofKinds(scored, ofLabel, kinds);
  const found = ofKinds(detections, ({ kind }) => ofFound(kind), kinds);
  const neutralSpans = row.spans.filter(
    (span) => ofLabel(span) === null || span.orig === 'auto-regex',
  );

  const overlaps = matchSpans(wanted, found);
  const answered = new Set(overlaps.map(([at]) => at));
  const answers = new Set(overlaps.map(([, by]) => by));
  const exact = new Set(matchSpans(wanted, found, 1).map(([at]) => at));
  const unanswering = found.filter((_, index) => !answers.has(index));
  const falseHits = unanswering.filter((hit) => coveredShare(hit, neutralSpans) < 0.5);
  const misses = wanted.filter((_, index) => !answered.has(index));
  const hidden = wanted.filter((span) => isHidden(row.text, span, detections));

  const tallies = Object.fromEntries(
    [...kinds].map((kind) => {
      const support = countOf(wanted, kind);
      const overlap = support - countOf(misses, kind);
      return [
        kind,
        {
          support,
          overlap,
          exact: wanted.filter((span, index) => span.kind === kind && exact.has(index)).length,
          found: overlap + countOf(falseHits, kind),
          neutral: countOf(unanswering, kind) - countOf(falseHits, kind),
          hidden: countOf(hidden, kind),
        },
      ];
    }),
  );
  const unhidden = wanted.filter((span) => !hidden.includes(span));
  const needless = falseHits.filter((hit) => coveredShare(hit, row.spans) === 0);
  return { tallies, misses, falseHits, needless, unhidden };
}

function ofKinds<T extends { readonly start: number; readonly end: number }>(
  spans: readonly T[],
  kindOf: (span: T) => string | null,
  kinds: ReadonlySet<string>,
): KindSpan[] {
  return spans.flatMap((span) => {
    const kind = kindOf(span);
    return kind !== null && kinds.has(kind) ? [{ kind, start: span.start, end: span.end }] : [];
  });
}

function countOf(spans: readonly KindSpan[], kind: string): number {
  return spans.filter((span) => span.kind === kind).length;
}

/** True when no letter or digit of the span is left outside every detection. */
function isHidden(text: string, span: KindSpan, detections: readonly Detection[]): boolean {
  for (let at = span.start; at < span.end; at += 1) {
    const speaks = /[\p{L}\p{N}]/u.test(text.charAt(at));
    if (speaks && !detections.some(({ start, end }) => start <= at && at < end)) return false;
  }
  return true;
}
