import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AttentionItem } from '../../server/contract/figures/overview.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Badge } from '../ui/feedback.tsx';
import { TextField } from '../ui/field.tsx';
import { Time } from '../ui/time.tsx';
import { IncidentDialog } from './incidents.tsx';
import { overviewStrings } from './strings.ts';

const strings = overviewStrings.attention;
type Thing = AttentionItem['about'];

/** How bad each thing is, and the page that shows more of it. */
const looks: Readonly<Record<Thing, readonly ['bad' | 'warn', keyof typeof strings.open]>> = {
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
  policy_gaps: ['warn', 'policies'],
};

/** Things that a word does not settle: they get a record. */
const needIncident: ReadonlySet<Thing> = new Set([
  'may_have_been_sent',
  'chain_broken',
  'agreement_missing',
]);

/** What narrows the list of calls to those that a thing is about. */
const filters: Readonly<Partial<Record<Thing, CallFilters>>> = {
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

/** What somebody should look at, each with a way there; then what somebody has seen. */
export function AttentionList({ items, since }: Props) {
  const open = items.filter(({ acknowledged }) => acknowledged === undefined);
  const seen = items.filter(({ acknowledged }) => acknowledged !== undefined);
  // Here, not at its thing: that is gone once its incident is closed.
  const [record, show] = useState<string>();
  return (
    <Card title={strings.title}>
      {open.length === 0 ? <p className="quiet">{strings.none}</p> : null}
      <ul className="attention">
        {open.map((item) => (
          <li key={item.about}>
            <Badge tone={looks[item.about][0]}>{strings.sentence(item)}</Badge>
            <span className="attention-acts">
              <Place about={item.about} since={since} />
              <Act item={item} onRecord={show} />
            </span>
          </li>
        ))}
      </ul>
      {seen.length === 0 ? null : (
        <details>
          <summary>{strings.seen(seen.length)}</summary>
          <ul className="attention" data-seen="true">
            {seen.map((item) => (
              <li key={item.about}>
                <span>
                  {strings.sentence(item)}
                  <Seen {...item} />
                </span>
                <Place about={item.about} since={since} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {record === undefined ? null : <IncidentDialog id={record} onClose={() => show(undefined)} />}
    </Card>
  );
}

function Place({ about, since }: Pick<AttentionItem, 'about'> & Pick<Props, 'since'>) {
  const [, place] = looks[about];
  return place === 'calls' ? (
    <Link to="/calls" search={{ since, ...filters[about] }}>
      {strings.open.calls}
    </Link>
  ) : (
    <Link to={`/${place}`}>{strings.open[place]}</Link>
  );
}

function Seen({ acknowledged: said }: Pick<AttentionItem, 'acknowledged'>) {
  if (said === undefined) return null;
  return (
    <span className="attention-seen">
      {strings.seenBy(said.by)} <Time iso={said.at} />
      {said.note === '' ? '' : `: ${said.note}`}
    </span>
  );
}

interface ActProps {
  readonly item: AttentionItem;
  /** Shows the record of an incident. */
  readonly onRecord: (id: string) => void;
}

/** What a person can do about a thing; nothing for those who may not. */
function Act({ item: { about, incident }, onRecord }: ActProps) {
  const mayAct = useRefusal('acknowledgeAttention') === undefined;
  const [asking, ask] = useState(false);
  if (!mayAct) return null;
  return (
    <>
      <Button onClick={() => (incident === undefined ? ask(true) : onRecord(incident.id))}>
        {incident !== undefined
          ? strings.incident(incident.is_assessed)
          : needIncident.has(about)
            ? strings.openIncident
            : strings.acknowledge}
      </Button>
      {asking ? <NoteDialog about={about} onClose={() => ask(false)} /> : null}
    </>
  );
}

interface NoteDialogProps extends Pick<AttentionItem, 'about'> {
  readonly onClose: () => void;
}

/** Acknowledges a thing, or opens its incident, with a note. */
function NoteDialog({ about, onClose }: NoteDialogProps) {
  const isIncident = needIncident.has(about);
  const words = isIncident ? strings.opening : strings.acknowledging;
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const { error, isPending, mutate } = useMutation({
    mutationFn: () =>
      isIncident
        ? api('/incidents', { method: 'POST', body: { about, note } })
        : api(`/attention/${about}/acknowledgement`, { method: 'POST', body: { note } }),
    onSuccess: onClose,
    onSettled: () =>
      Promise.all(
        ['overview', 'incidents'].map((queryKey) =>
          client.invalidateQueries({ queryKey: [queryKey] }),
        ),
      ),
  });
  return (
    <ConfirmDialog
      title={words.title}
      button={words.confirm}
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <TextField
        label={strings.note}
        hint={strings.noteHint}
        maxLength={500}
        value={note}
        onChange={setNote}
      />
    </ConfirmDialog>
  );
}
