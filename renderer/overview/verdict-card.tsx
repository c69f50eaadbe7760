import type { Overview } from '../../server/contract/figures/overview.ts';
import { overviewStrings } from './strings.ts';
import { verdictOf } from './verdict.ts';

interface Props {
  readonly overview: Overview;
  readonly since: keyof typeof overviewStrings.ranges;
}

/** The whole state in a few sentences, before all numbers. */
export function VerdictCard({ overview, since }: Props) {
  const { tone, sentences } = verdictOf({ ...overview, range: overviewStrings.ranges[since] });
  return (
    <section className="verdict" data-tone={tone} aria-label={overviewStrings.verdict}>
      <p>{sentences.join(' ')}</p>
    </section>
  );
}
