import { Link } from '@tanstack/react-router';
import type { AttentionItem } from '../../server/contract/figures/overview.ts';
import { Card } from '../ui/card.tsx';
import { Badge } from '../ui/feedback.tsx';
import { overviewStrings } from './strings.ts';

const strings = overviewStrings.attention;

/** How bad each thing is, and the page that shows more of it. */
const looks: Readonly<
  Record<AttentionItem['about'], readonly ['bad' | 'warn', keyof typeof strings.open]>
> = {
  may_have_been_sent: ['bad', 'calls'],
  by_policy: ['warn', 'calls'],
  unreadable: ['warn', 'calls'],
  names_not_checked: ['warn', 'agents'],
  language_not_covered: ['warn', 'policies'],
  no_reply: ['bad', 'calls'],
  journal_gap: ['bad', 'audit'],
  chain_broken: ['bad', 'audit'],
  unavailable: ['bad', 'system'],
  unsealed_calls: ['warn', 'calls'],
  disk_low: ['bad', 'system'],
  keys_not_stored: ['warn', 'system'],
  agreement_missing: ['warn', 'settings'],
};

/** What narrows the list of calls to those that a thing is about. */
const filters: Readonly<Partial<Record<AttentionItem['about'], CallFilters>>> = {
  may_have_been_sent: { exposure: 'may_have_been_sent' },
  by_policy: { exposure: 'by_policy' },
  unreadable: { exposure: 'unreadable' },
  no_reply: { since: '1h', state: 'error' },
};
type CallFilters = Readonly<Partial<Record<'exposure' | 'since' | 'state', string>>>;

interface Props {
  readonly items: readonly AttentionItem[];
  /** The range of the figures, such as `24h`. */
  readonly since: string;
}

/** What somebody should look at, each with a way there. */
export function AttentionList({ items, since }: Props) {
  return (
    <Card title={strings.title}>
      {items.length === 0 ? <p className="quiet">{strings.none}</p> : null}
      <ul className="attention">
        {items.map((item) => {
          const [tone, place] = looks[item.about];
          return (
            <li key={item.about}>
              <Badge tone={tone}>{strings.sentence(item)}</Badge>
              {place === 'calls' ? (
                <Link to="/calls" search={{ since, ...filters[item.about] }}>
                  {strings.open.calls}
                </Link>
              ) : (
                <Link to={`/${place}`}>{strings.open[place]}</Link>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
