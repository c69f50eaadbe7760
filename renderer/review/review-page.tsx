import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MarkItem } from '../../server/contract/marks.ts';
import { pagesOf } from '../lib/api.ts';
import { formatMoment, timeZone } from '../lib/format.ts';
import { useLoginNames } from '../lib/login-names.ts';
import { useRefusal } from '../lib/me.ts';
import { SampleCard } from '../sampling/sample-card.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, Empty } from '../ui/feedback.tsx';
import { SelectField } from '../ui/field.tsx';
import { kindName } from '../ui/kind-names.ts';
import { KindTag } from '../ui/kinds.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { PagedTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { MarkDialog, scoresOf } from './mark-dialog.tsx';
import { reviewStrings } from './strings.ts';

const { columns: titles } = reviewStrings;

/** Mistakes of detection that people marked, and what was decided about them. */
export function ReviewPage() {
  const [state, setState] = useState('open');
  const [shown, show] = useState<MarkItem>();
  const loginOf = useLoginNames();
  const mayMark = useRefusal('addMark') === undefined;
  const query = useInfiniteQuery(
    pagesOf<MarkItem>(['marks', state], '/marks', { state: state === 'all' ? undefined : state }),
  );
  return (
    <Page title={commonStrings.pages.review} intro={reviewStrings.intro}>
      <SampleCard />
      <SelectField
        label={reviewStrings.state}
        value={state}
        options={Object.entries(reviewStrings.states)}
        onChange={setState}
      />
      <PagedTable
        query={query}
        empty={<Empty {...(mayMark ? reviewStrings.empty : reviewStrings.emptyForReaders)} />}
        rowKey={({ id }) => id}
        columns={[
          {
            title: `${titles.at} (${timeZone()})`,
            look: 'nowrap',
            cell: ({ at }) => <Time iso={at} />,
          },
          {
            title: titles.who,
            cell: ({ actor }) => (actor === undefined ? reviewStrings.service : loginOf(actor)),
          },
          {
            title: titles.call,
            cell: ({ session_id: callId, turn }) => (
              <Link to="/calls/$callId" params={{ callId }}>
                {reviewStrings.turn(turn)}
              </Link>
            ),
          },
          { title: titles.mistake, cell: mistakeOf },
          { title: titles.kind, cell: ({ kind }) => <KindTag kind={kind} /> },
          { title: titles.state, cell: ({ decision }) => <State decision={decision} /> },
          {
            title: titles.act,
            hidden: true,
            cell: (mark) => (
              <Button
                aria-label={reviewStrings.openLabel(kindName(mark.kind), formatMoment(mark.at))}
                onClick={() => show(mark)}
              >
                {reviewStrings.open}
              </Button>
            ),
          },
        ]}
      />
      {shown === undefined ? null : <MarkDialog mark={shown} onClose={() => show(undefined)} />}
    </Page>
  );
}

/** The mistake, or why the service suggests a word. */
function mistakeOf({ mistake, suggestion }: MarkItem): string {
  if (suggestion === undefined) return reviewStrings.mistakes[mistake];
  return reviewStrings.unsure(...scoresOf(suggestion));
}

function State({ decision }: Pick<MarkItem, 'decision'>) {
  if (decision === undefined) return <Badge tone="warn">{reviewStrings.undecided}</Badge>;
  return <Badge>{reviewStrings.outcomes[decision.outcome] ?? decision.outcome}</Badge>;
}
