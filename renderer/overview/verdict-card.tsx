import type { Overview } from '../../server/contract/figures/overview.ts';
import { Time } from '../ui/time.tsx';
import { overviewStrings } from './strings.ts';
import { verdictOf } from './verdict.ts';

interface Props {
  readonly overview: Overview;
  readonly since: keyof typeof overviewStrings.ranges;
}

/** The whole state in a few sentences, before all numbers. */
export function VerdictCard({ overview, since }: Props) {
  const { chain_verified_at: verifiedAt } = overview;
  const { tone, sentences } = verdictOf({ ...overview, range: overviewStrings.ranges[since] });
  return (
    <section className="verdict" data-tone={tone} aria-label={overviewStrings.verdict}>
      <p>{sentences.join(' ')}</p>
      {verifiedAt === null ? null : (
        <p className="verdict-note">
          {overviewStrings.verified} <Time iso={verifiedAt} />
        </p>
      )}
    </section>
  );
}
