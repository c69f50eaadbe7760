import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionEvent } from '../../server/contract/sessions.ts';
import { describeAction } from '../activity/activity-log.tsx';
import { finderName } from '../exposure/strings.ts';
import { pagesOf } from '../lib/api.ts';
import { formatMicros, shortHash, timeZone } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Badge } from '../ui/feedback.tsx';
import { kindCounts, kindName } from '../ui/kind-names.ts';
import { commonStrings, tokenNames } from '../ui/strings.ts';
import { type Column, PagedTable, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { EventProofDialog } from './event-proof-dialog.tsx';
import { callStrings } from './strings.ts';
import { type Said, type TurnSteps, turnSteps } from './turn-steps.ts';
import { VerifyAll } from './verify-all.tsx';

/** Fields that every record has; the others describe the event. */
const recordFields = new Set([
  'v',
  'seq',
  'id',
  'ts',
  'kind',
  'nonce',
  'session_id',
  'session_seq',
  'agent_id',
  'prev_hash',
  'curr_hash',
]);

/** The fields of an event, with short hashes and units. */
function describeEvent(event: SessionEvent): string {
  return Object.entries(event)
    .filter(([name]) => !recordFields.has(name))
    .map(([name, value]) => describeField(name, value))
    .join(' · ');
}

function describeField(name: string, value: unknown): string {
  if (name === 'turn') return `turn ${Number(value) + 1}`;
  if (name === 'span' && Array.isArray(value)) return `span ${value.join('–')}`;
  if (name.endsWith('_bp')) return `${spaced(name.slice(0, -3))} ${Number(value) / 100} %`;
  if (name.endsWith('_us')) return `${spaced(name.slice(0, -3))} ${formatMicros(Number(value))}`;
  if (name === 'detector') return `found by ${finderName(String(value))}`;
  if (name === 'entity_kind') return `kind ${kindName(String(value))}`;
  if (name.endsWith('_by_kind')) {
    const counts = kindCounts(value as Readonly<Record<string, number>>);
    return `${spaced(name)} ${counts.join(', ') || 'none'}`;
  }
  return `${spaced(name)} ${formatFieldValue(value)}`;
}

const spaced = (name: string): string => name.replaceAll('_', ' ');

function formatFieldValue(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map(formatFieldValue).join(', ');
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return 'none';
    return entries.map(([name, inner]) => `${name} ${formatFieldValue(inner)}`).join(', ');
  }
  const text = String(value);
  const words = timelineStrings.codes[text] ?? tokenNames[text];
  if (words !== undefined) return words;
  return /^[0-9a-f]{64}$/.test(text) ? `${text.slice(0, 8)}…` : text;
}

const timelineStrings = callStrings.detail.timeline;
const { columns } = timelineStrings;
const pageSize = 100;

const turnColumns: readonly Column<TurnSteps>[] = [
  { title: columns.turn, look: 'number', cell: ({ turn }) => turn + 1 },
  {
    title: `${columns.at} (${timeZone()})`,
    look: 'nowrap',
    cell: ({ at }) => <Time iso={at} clock />,
  },
  ...(['request', 'check', 'reply'] as const).map((step) => ({
    title: timelineStrings.steps[step],
    cell: ({ said }: TurnSteps) => <StepCell said={said[step] ?? []} />,
  })),
];

/** What a step did; only what is not ordinary stands out. */
function StepCell({ said }: { readonly said: readonly Said[] }) {
  return (
    <span className="turn-step">
      {said.map(({ text, tone }) =>
        tone === undefined ? (
          <span key={text}>{text}</span>
        ) : (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ),
      )}
    </span>
  );
}

/** A kind of event in words. */
const nameOf = (kind: string): string =>
  timelineStrings.kinds[kind] ?? describeAction({ action: kind });

/** The events of a call, in order, each with a proof. */
export function CallTimeline({ callId }: { readonly callId: string }) {
  const [proving, prove] = useState<SessionEvent>();
  const query = useInfiniteQuery(
    pagesOf<SessionEvent>(['session', callId, 'events'], `/sessions/${callId}/events`, {
      limit: pageSize,
    }),
  );
  const events = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className="timeline">
      <p className="wait">{timelineStrings.intro}</p>
      <VerifyAll callId={callId} />
      <Table rows={turnSteps(events)} rowKey={({ turn }) => String(turn)} columns={turnColumns} />
      {query.hasNextPage ? (
        <Button onClick={() => void query.fetchNextPage()}>{commonStrings.more}</Button>
      ) : null}
      <details>
        <summary>{timelineStrings.events(events.length, query.hasNextPage)}</summary>
        <PagedTable
          query={query}
          rowKey={({ id }) => id}
          columns={[
            { title: columns.seq, look: 'number', cell: ({ seq }) => seq },
            { title: `${columns.at} (${timeZone()})`, cell: ({ ts }) => <Time iso={ts} clock /> },
            {
              title: columns.kind,
              look: 'nowrap',
              cell: ({ kind }) => <span title={kind}>{nameOf(kind)}</span>,
            },
            { title: columns.what, cell: describeEvent },
            {
              title: columns.hash,
              look: 'nowrap',
              cell: ({ curr_hash: hash }) => <code title={hash}>{shortHash(hash)}</code>,
            },
            {
              title: columns.proof,
              hidden: true,
              cell: (event) => (
                <Button
                  variant="quiet"
                  aria-label={timelineStrings.proveLabel(nameOf(event.kind), event.seq)}
                  onClick={() => prove(event)}
                >
                  {timelineStrings.prove}
                </Button>
              ),
            },
          ]}
        />
      </details>
      {proving === undefined ? null : (
        <EventProofDialog callId={callId} event={proving} onClose={() => prove(undefined)} />
      )}
    </div>
  );
}
