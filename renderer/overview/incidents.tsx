import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Incident, IncidentList } from '../../server/contract/figures/incidents.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Badge, Failure, QueryResult } from '../ui/feedback.tsx';
import { Field, Form, SelectField, TextField } from '../ui/field.tsx';
import { commonStrings } from '../ui/strings.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { overviewStrings } from './strings.ts';

const strings = overviewStrings.incidents;

function useIncidents() {
  return useQuery({
    queryKey: ['incidents'],
    queryFn: () => api<IncidentList>('/incidents'),
    enabled: useRefusal('listIncidents') === undefined,
  });
}

const stateOf = ({ assessed, closed }: Incident) =>
  closed !== undefined ? 'closed' : assessed !== undefined ? 'assessed' : 'opened';

/** The incidents that people opened; nothing while there is none. */
export function Incidents() {
  const incidents = useIncidents().data?.data ?? [];
  const [shown, show] = useState<string>();
  if (incidents.length === 0) return null;
  const columns: readonly Column<Incident>[] = [
    { title: strings.columns.at, look: 'nowrap', cell: ({ opened }) => <Time iso={opened.at} /> },
    { title: strings.columns.about, cell: ({ about }) => strings.abouts[about] },
    { title: strings.columns.by, cell: ({ opened }) => opened.by },
    {
      title: strings.columns.state,
      cell: (incident) => (
        <Badge tone={incident.closed === undefined ? 'warn' : 'plain'}>
          {strings.states[stateOf(incident)]}
        </Badge>
      ),
    },
    {
      title: strings.columns.open,
      hidden: true,
      cell: ({ id, opened }) => (
        <Button
          variant="quiet"
          aria-label={strings.openLabel(formatMoment(opened.at))}
          onClick={() => show(id)}
        >
          {strings.open}
        </Button>
      ),
    },
  ];
  return (
    <Card title={strings.title}>
      <Table rows={incidents} rowKey={({ id }) => id} columns={columns} />
      {shown === undefined ? null : <IncidentDialog id={shown} onClose={() => show(undefined)} />}
    </Card>
  );
}

interface DialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** The record of an incident; until it is closed, the next step. */
export function IncidentDialog({ id, onClose }: DialogProps) {
  const query = useIncidents();
  return (
    <Dialog title={strings.record} wide onClose={onClose}>
      <QueryResult query={query}>
        {({ data }) => {
          const incident = data.find((one) => one.id === id);
          return incident === undefined ? null : <Record incident={incident} />;
        }}
      </QueryResult>
      <div className="dialog-foot">
        <Button onClick={onClose}>{commonStrings.close}</Button>
      </div>
    </Dialog>
  );
}

interface RecordProps {
  readonly incident: Incident;
}

function Record({ incident }: RecordProps) {
  const { about, names, session_ids: calls, opened, assessed, closed } = incident;
  const said = ({ by, at }: { readonly by: string; readonly at: string }, note = '') =>
    `${by}, ${formatMoment(at)}${note === '' ? '' : `: ${note}`}`;
  return (
    <>
      <Facts
        rows={[
          [strings.columns.about, strings.abouts[about]],
          [strings.parties, names.length === 0 ? undefined : names.join(', ')],
          [strings.calls, calls.length === 0 ? undefined : <Calls key="calls" ids={calls} />],
          [strings.states.opened, said(opened, opened.note)],
          [strings.states.assessed, assessed && said(assessed)],
          ...(assessed === undefined
            ? []
            : [
                [strings.factors.nature_and_extent, assessed.nature_and_extent] as const,
                [strings.factors.recipient, assessed.recipient] as const,
                [strings.factors.acquired_or_viewed, assessed.acquired_or_viewed] as const,
                [strings.factors.mitigation, assessed.mitigation] as const,
                [strings.conclusion, strings.conclusions[assessed.conclusion]] as const,
              ]),
          [strings.states.closed, closed && said(closed, closed.note)],
        ]}
      />
      {closed === undefined ? <Assess incident={incident} /> : null}
      {closed === undefined && assessed !== undefined ? (
        <CloseIncident incident={incident} />
      ) : null}
    </>
  );
}

function Calls({ ids }: { readonly ids: readonly string[] }) {
  return (
    <ul>
      {ids.map((callId) => (
        <li key={callId}>
          <Link to="/calls/$callId" params={{ callId }}>
            {callId}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Sends a step of an incident, and reads again what it changes. */
function useStep(id: string, step: 'assessment' | 'closing') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: object) => api(`/incidents/${id}/${step}`, { method: 'POST', body }),
    onSettled: () =>
      Promise.all(
        ['overview', 'incidents'].map((queryKey) =>
          client.invalidateQueries({ queryKey: [queryKey] }),
        ),
      ),
  });
}

type Factor = keyof typeof strings.factors;

/** The four factors of 45 CFR 164.402(2), and the conclusion. */
function Assess({ incident: { id, assessed } }: RecordProps) {
  const { error, isPending, mutate } = useStep(id, 'assessment');
  const [texts, setTexts] = useState<Readonly<Record<Factor, string>>>({
    nature_and_extent: assessed?.nature_and_extent ?? '',
    recipient: assessed?.recipient ?? '',
    acquired_or_viewed: assessed?.acquired_or_viewed ?? '',
    mitigation: assessed?.mitigation ?? '',
  });
  const [conclusion, conclude] = useState<string>(assessed?.conclusion ?? 'low_probability');
  return (
    <details open={assessed === undefined}>
      <summary>{assessed === undefined ? strings.assess : strings.assessAgain}</summary>
      <Form onSubmit={() => mutate({ ...texts, conclusion })}>
        <p>{strings.assessIntro}</p>
        {(Object.keys(strings.factors) as Factor[]).map((factor) => (
          <Field key={factor} label={strings.factors[factor]} hint={strings.hints[factor]}>
            {(control) => (
              <textarea
                {...control}
                className="textarea"
                rows={2}
                required
                maxLength={1_000}
                value={texts[factor]}
                onChange={({ target }) =>
                  setTexts((before) => ({ ...before, [factor]: target.value }))
                }
              />
            )}
          </Field>
        ))}
        <SelectField
          label={strings.conclusion}
          value={conclusion}
          options={Object.entries(strings.conclusions)}
          onChange={conclude}
        />
        <Failure error={error} />
        <div className="page-actions">
          <Button type="submit" variant="primary" busy={isPending}>
            {strings.saveAssessment}
          </Button>
        </div>
      </Form>
    </details>
  );
}

function CloseIncident({ incident: { id } }: RecordProps) {
  const { error, isPending, mutate } = useStep(id, 'closing');
  const [note, setNote] = useState('');
  return (
    <Form onSubmit={() => mutate({ note })}>
      <TextField
        label={strings.closingNote}
        hint={overviewStrings.attention.noteHint}
        maxLength={500}
        value={note}
        onChange={setNote}
      />
      <Failure error={error} />
      <div className="page-actions">
        <Button type="submit" variant="primary" busy={isPending}>
          {strings.close}
        </Button>
      </div>
    </Form>
  );
}
