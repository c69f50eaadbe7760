import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { RosterPeople, RosterPerson } from '../../server/contract/roster.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { RevealControl } from '../reveal/reveal-control.tsx';
import { useReveal } from '../reveal/use-reveal.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { Failure } from '../ui/feedback.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { rosterStrings } from './strings.ts';

const searchStrings = rosterStrings.search;
const { columns } = searchStrings;

/** Reveals people whom a query finds, while the roster is revealed. */
export function FindPeople() {
  const [query, setQuery] = useState('');
  const reveal = useReveal();
  const [removing, remove] = useState<RosterPerson>();
  const finding = useMutation({
    mutationFn: () =>
      api<RosterPeople>('/roster/people/search', { method: 'POST', body: { query } }),
  });
  return (
    <Card title={searchStrings.title}>
      <p className="quiet">{searchStrings.intro}</p>
      <RevealControl reveal={reveal} target={{ view: 'roster' }} />
      <Form className="roster-search" onSubmit={() => finding.mutate()}>
        <TextField
          label={searchStrings.query}
          value={query}
          minLength={2}
          maxLength={100}
          required
          autoComplete="off"
          onChange={setQuery}
        />
        <Button type="submit" disabled={reveal.shown === undefined} busy={finding.isPending}>
          {searchStrings.button}
        </Button>
      </Form>
      <Failure error={finding.error} />
      {reveal.shown === undefined || finding.data === undefined ? null : (
        <Found {...finding.data} onRemove={remove} />
      )}
      {removing === undefined ? null : (
        <ConfirmRequest
          title={searchStrings.removeTitle(nameOf(removing))}
          button={searchStrings.remove}
          danger
          text={searchStrings.removeText}
          run={async () => {
            await api('/roster/people/remove', { method: 'POST', body: { id: removing.id } });
            finding.reset();
          }}
          stale={[['roster']]}
          onClose={() => remove(undefined)}
        />
      )}
    </Card>
  );
}

interface FoundProps extends RosterPeople {
  readonly onRemove: (person: RosterPerson) => void;
}

function Found({ data, onRemove }: FoundProps) {
  const refusal = useRefusal('removeRosterPerson');
  if (data.length === 0) return <p role="status">{searchStrings.none}</p>;
  return (
    <Table
      rows={data}
      rowKey={({ id }) => id}
      columns={[
        { title: columns.name, cell: nameOf },
        { title: columns.birth, look: 'nowrap', cell: (person) => person.birth_date ?? '' },
        { title: columns.phones, cell: ({ phones }) => phones.join(', ') },
        { title: columns.id, cell: ({ id }) => id },
        {
          title: columns.act,
          hidden: true,
          cell: (person) => (
            <Button
              disabled={refusal !== undefined}
              title={refusal}
              aria-label={searchStrings.removeLabel(nameOf(person))}
              onClick={() => onRemove(person)}
            >
              {searchStrings.remove}
            </Button>
          ),
        },
      ]}
    />
  );
}

function nameOf(person: RosterPerson): string {
  const { given_names: given, family_names: family, full_names: full } = person;
  const names = [...given, ...family].join(' ');
  return names === '' ? (full[0] ?? '') : names;
}
