import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RosterOverview } from '../../server/contract/roster.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { QueryResult } from '../ui/feedback.tsx';
import { Page, Refused } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { FindPeople } from './find-people.tsx';
import { ImportCard } from './import-card.tsx';
import { PeopleCard } from './people-card.tsx';
import { rosterStrings } from './strings.ts';
import './roster.css';

/** Milliseconds between looks at an import that runs. */
const pollMs = 1_000;

/** The people that the clinic knows. Who may only reveal values gets the search alone. */
export function RosterPage() {
  const refusal = useRefusal('getRoster');
  const canSearch = useRefusal('searchRoster') === undefined;
  return (
    <Page title={commonStrings.pages.roster} intro={rosterStrings.intro}>
      {refusal === undefined ? (
        <Roster />
      ) : (
        <>
          <Refused reason={refusal} />
          {canSearch ? <FindPeople /> : null}
        </>
      )}
    </Page>
  );
}

function Roster() {
  const query = useQuery({
    queryKey: ['roster'],
    queryFn: () => api<RosterOverview>('/roster'),
    refetchInterval: ({ state }) =>
      state.data?.latest_import?.state === 'running' ? pollMs : false,
  });
  return (
    <QueryResult query={query}>
      {(roster) => (
        <>
          <div className="columns roster-cards">
            <PeopleCard roster={roster} />
            <ImportCard latest={roster.latest_import} />
          </div>
          <FindPeople />
          <DeleteRoster />
        </>
      )}
    </QueryResult>
  );
}

function DeleteRoster() {
  const [asking, ask] = useState(false);
  return (
    <div className="page-actions">
      <Button variant="danger" onClick={() => ask(true)}>
        {rosterStrings.delete.button}
      </Button>
      {asking ? (
        <ConfirmRequest
          title={rosterStrings.delete.title}
          button={rosterStrings.delete.button}
          danger
          text={rosterStrings.delete.text}
          run={() => api('/roster', { method: 'DELETE' })}
          stale={[['roster']]}
          onClose={() => ask(false)}
        />
      ) : null}
    </div>
  );
}
