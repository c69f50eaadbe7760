import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AgentPage } from '../../server/contract/agents.ts';
import { api } from '../lib/api.ts';
import { today } from '../lib/local-days.ts';
import { SelectField } from '../ui/field.tsx';
import { kindNames } from '../ui/kind-names.ts';
import { RestingField } from '../ui/resting-field.tsx';
import {
  type CallFilters,
  callFiltersFromSearch,
  exposureChoices,
  mostRedactions,
  reviewedChoices,
  sinceChoices,
  stateChoices,
} from './call-filters.ts';
import { callStrings } from './strings.ts';

const callListStrings = callStrings.list;
const route = getRouteApi('/calls');
/** The service's default (spec, GET /api/v1/sessions). */
const defaultSince = '24h';
/** Stands for two days instead of a duration. */
const inDays = 'days';

type Change = Partial<Record<keyof CallFilters, string | number | undefined>>;

/** On a phone the filters are folded when the page opens. */
const isWide = (): boolean => matchMedia('(min-width: 701px)').matches;

const activeFilters = ({ sort: _, ...filters }: CallFilters): number => Object.keys(filters).length;

/** The filters of the list; each change changes the URL. A search looks at calls of all times unless one is chosen. */
export function CallFilterBar({ isSearch }: { readonly isSearch: boolean }) {
  const filters = route.useSearch();
  // Only once: the fold is the user's after that, and stays when the window becomes narrow.
  const [isOpen] = useState(isWide);
  const navigate = route.useNavigate();
  const agents = useQuery({
    queryKey: ['agents', 'names'],
    queryFn: () => api<AgentPage>('/agents', { query: { limit: 100 } }),
  });
  const set = (change: Change) => {
    // Typing rests before it changes the filters, and others may have changed by then.
    void navigate({
      search: (current) => callFiltersFromSearch({ ...current, ...change }),
      replace: true,
    });
  };
  return (
    <details className="call-filter-fold" open={isOpen}>
      <summary>{callListStrings.activeFilters(activeFilters(filters))}</summary>
      <search className="call-filters" aria-label={callListStrings.filters}>
        <RestingField
          label={callListStrings.search}
          title={callListStrings.searchHint}
          hint="sess_…"
          value={filters.q ?? ''}
          onChange={(q) => set({ q })}
        />
        <StartFields filters={filters} set={set} isSearch={isSearch} />
        <SelectField
          label={callListStrings.agent}
          value={filters.agent_id ?? ''}
          options={agentChoices(agents.data?.data ?? [], filters.agent_id)}
          onChange={(agent_id) => set({ agent_id })}
        />
        <SelectField
          label={callListStrings.state}
          value={filters.state ?? ''}
          options={[
            ['', callListStrings.anyState],
            ...stateChoices.map((value): [string, string] => [
              value,
              callListStrings.states[value] ?? value,
            ]),
          ]}
          onChange={(state) => set({ state })}
        />
        <SelectField
          label={callListStrings.exposure}
          value={filters.exposure ?? ''}
          options={[
            ['', callListStrings.anyExposure],
            ...exposureChoices.map((value): [string, string] => [
              value,
              callListStrings.exposures[value],
            ]),
          ]}
          onChange={(exposure) => set({ exposure })}
        />
        <SelectField
          label={callListStrings.kind}
          value={filters.kind ?? ''}
          options={[['', callListStrings.anyKind], ...Object.entries(kindNames)]}
          onChange={(kind) => set({ kind })}
        />
        <SelectField
          label={callListStrings.review}
          value={filters.reviewed ?? ''}
          options={[
            ['', callListStrings.anyReview],
            ...reviewedChoices.map((value): [string, string] => [
              value,
              callListStrings.reviews[value],
            ]),
          ]}
          onChange={(reviewed) => set({ reviewed })}
        />
        <RestingField
          label={callListStrings.minRedactions}
          hint="0"
          type="number"
          min={0}
          max={mostRedactions}
          value={String(filters.min_redactions ?? '')}
          onChange={(least) => set({ min_redactions: Number(least) || undefined })}
        />
      </search>
    </details>
  );
}

/** Ids of agents with their names. One that is not listed, such as a deleted one that an address still asks for, has its id alone. */
function agentChoices(agents: AgentPage['data'], chosen?: string): [string, string][] {
  const isListed = chosen === undefined || agents.some(({ id }) => id === chosen);
  const unlisted: [string, string][] = isListed ? [] : [[chosen, chosen]];
  const named = agents.map(({ id, name }): [string, string] => [id, name]);
  return [['', callListStrings.anyAgent], ...named, ...unlisted];
}

interface FieldsProps {
  readonly filters: CallFilters;
  readonly set: (change: Change) => void;
  readonly isSearch: boolean;
}

/** When the calls started: a duration until now, or two days. */
function StartFields({ filters: { since, from, until, q }, set, isSearch }: FieldsProps) {
  const [kept, keep] = useState(false);
  const hasDay = from !== undefined || until !== undefined;
  // When the user empties both days, the fields stay, and the list is not filtered by day until a day is typed.
  const days = hasDay || (kept && since === 'all');
  const setDay = (change: Pick<Change, 'from' | 'until'>) => {
    const after = { from, until, ...change };
    const isEmptied = !after.from && !after.until;
    keep(isEmptied);
    set({ ...change, since: isEmptied ? 'all' : undefined });
  };
  return (
    <>
      <SelectField
        label={callListStrings.since}
        value={days ? inDays : (since ?? (q === undefined && !isSearch ? defaultSince : 'all'))}
        options={[
          ...sinceChoices.map((value): [string, string] => [
            value,
            callListStrings.sinceChoices[value],
          ]),
          [inDays, callListStrings.days],
        ]}
        onChange={(value) => {
          keep(false);
          set(
            value === inDays
              ? { since: undefined, from: today(), until: today() }
              : { since: value, from: undefined, until: undefined },
          );
        }}
      />
      {days ? (
        <>
          <RestingField
            label={callListStrings.from}
            type="date"
            max={until}
            value={from ?? ''}
            onChange={(value) => setDay({ from: value })}
          />
          <RestingField
            label={callListStrings.until}
            type="date"
            min={from}
            value={until ?? ''}
            onChange={(value) => setDay({ until: value })}
          />
        </>
      ) : null}
    </>
  );
}
