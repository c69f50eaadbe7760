import { Link } from '@tanstack/react-router';
import type {
  CallSample,
  CallSampleList,
  Recall,
  SampledCall,
} from '../../server/contract/reports/call-samples.ts';
import { formatDay, timeZone } from '../lib/format.ts';
import { useLoginNames } from '../lib/login-names.ts';
import { useMe } from '../lib/me.ts';
import { Card } from '../ui/card.tsx';
import { Badge } from '../ui/feedback.tsx';
import { KindTag } from '../ui/kinds.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { nextInQueue, queueOf } from './queue.ts';
import { samplingStrings } from './strings.ts';
import { useSamples } from './use-samples.ts';
import './sampling.css';

const { columns: titles } = samplingStrings;

/** The calls of the last draw, who has read them, and what they say of recall. */
export function SampleCard() {
  const { data } = useSamples();
  if (data === undefined) return null;
  const [newest] = data.data;
  if (newest === undefined) {
    return (
      <Card title={samplingStrings.title(25)}>
        <p>{samplingStrings.empty}</p>
      </Card>
    );
  }
  return <DrawnCalls list={data} newest={newest} />;
}

interface DrawnProps {
  readonly list: CallSampleList;
  readonly newest: CallSample;
}

function DrawnCalls({ list, newest }: DrawnProps) {
  const user = useMe().data?.id ?? '';
  const { calls, from, population } = newest;
  const readBy = (people: number) => calls.filter(({ checks }) => checks.length === people).length;
  const next = nextInQueue(list.data, user);
  return (
    <Card
      title={samplingStrings.title(calls.length)}
      aside={
        next === undefined ? null : (
          <Link
            className="button"
            data-look="primary"
            data-next-call
            title={samplingStrings.nextHint}
            to="/calls/$callId"
            params={{ callId: next.session_id }}
          >
            {samplingStrings.next}
          </Link>
        )
      }
    >
      <p>{samplingStrings.intro}</p>
      <p>
        {samplingStrings.state(formatDay(from), population)}{' '}
        {samplingStrings.counts(readBy(2), readBy(1))}{' '}
        <b>{samplingStrings.left(queueOf(list.data, user).length)}</b>
      </p>
      <details>
        <summary>{samplingStrings.all(calls.length)}</summary>
        <CallTable calls={calls} />
      </details>
      <Disagreements list={list} />
      {list.recall === undefined ? null : <RecallTable recall={list.recall} />}
    </Card>
  );
}

const callLink = ({ session_id, started_at }: SampledCall) => (
  <Link to="/calls/$callId" params={{ callId: session_id }}>
    <Time iso={started_at} />
  </Link>
);

function CallTable({ calls }: Pick<CallSample, 'calls'>) {
  const loginOf = useLoginNames();
  return (
    <Table
      rows={calls}
      rowKey={({ session_id }) => session_id}
      columns={[
        { title: `${titles.call} (${timeZone()})`, look: 'nowrap', cell: callLink },
        {
          title: titles.checked,
          cell: ({ checks }) =>
            checks.map(({ actor }) => loginOf(actor)).join(', ') || samplingStrings.nobody,
        },
        { title: titles.marked, cell: markedWords },
      ]}
    />
  );
}

function markedWords({ marked }: SampledCall): string {
  if (marked === undefined) return samplingStrings.waiting;
  const counted = marked.filter(({ dismissed }) => dismissed !== true);
  const missed = counted.filter(({ mistake }) => mistake === 'missed').length;
  return samplingStrings.marked(missed, counted.length - missed);
}

type MarkedValue = NonNullable<SampledCall['marked']>[number];
type OfCall = MarkedValue & { readonly call: SampledCall };

/** What only one of both reviewers of a call marked. */
function Disagreements({ list }: Pick<DrawnProps, 'list'>) {
  const loginOf = useLoginNames();
  const calls = list.data.flatMap((sample) => sample.calls);
  const rows: readonly OfCall[] = calls.flatMap((call) =>
    (call.marked ?? [])
      .filter(({ marks }) => new Set(marks.map(({ actor }) => actor)).size === 1)
      .map((value) => ({ ...value, call })),
  );
  if (rows.length === 0) return null;
  const columns: readonly Column<OfCall>[] = [
    { title: `${titles.call} (${timeZone()})`, look: 'nowrap', cell: ({ call }) => callLink(call) },
    { title: titles.mistake, cell: ({ mistake }) => samplingStrings.mistakes[mistake] },
    { title: titles.kind, cell: ({ kind }) => <KindTag kind={kind} /> },
    { title: titles.by, cell: ({ marks }) => loginOf(marks[0]?.actor ?? '') },
    {
      title: titles.state,
      cell: ({ dismissed }) => (
        <Badge>{dismissed ? samplingStrings.dismissed : samplingStrings.counting}</Badge>
      ),
    },
  ];
  return (
    <section className="sampling-part">
      <h3>{samplingStrings.disagree}</h3>
      <p>{samplingStrings.disagreeHint}</p>
      <Table rows={rows} rowKey={({ marks }) => marks[0]?.mark_id ?? ''} columns={columns} />
    </section>
  );
}

type Row = Recall['total'] & { readonly kind?: string };

const percent = (bp: number): string => `${(bp / 100).toFixed(1)} %`;

const recallColumns: readonly Column<Row>[] = [
  {
    title: titles.kind,
    cell: ({ kind }) =>
      kind === undefined ? <b>{samplingStrings.allKinds}</b> : <KindTag kind={kind} />,
  },
  { title: titles.found, look: 'number', cell: ({ found }) => found },
  { title: titles.missed, look: 'number', cell: ({ missed }) => missed },
  { title: titles.share, look: 'number', cell: ({ recall_bp }) => percent(recall_bp) },
  {
    title: titles.interval,
    look: 'number',
    cell: ({ low_bp, high_bp }) => `${percent(low_bp)} to ${percent(high_bp)}`,
  },
];

/** Values found and missed, by kind and in all. */
function RecallTable({ recall }: { readonly recall: Recall }) {
  return (
    <section className="sampling-part">
      <h3>{samplingStrings.recall(recall.calls)}</h3>
      <Table<Row>
        rows={[...recall.by_kind, recall.total]}
        rowKey={({ kind = '' }) => kind}
        columns={recallColumns}
      />
      <p className="quiet">{samplingStrings.definition}</p>
    </section>
  );
}
