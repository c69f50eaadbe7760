import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AgentPage } from '../../server/contract/agents.ts';
import { api } from '../lib/api.ts';
import { Field, SelectField } from '../ui/field.tsx';
import { callFiltersFromSearch, sinceChoices, statusChoices } from './call-filters.ts';
import { callStrings } from './strings.ts';

const callListStrings = callStrings.list;
const route = getRouteApi('/calls');
/** The service's default (spec, GET /api/v1/sessions). */
const defaultSince = '24h';

/** The filters of the list; each change changes the URL. */
export function CallFilterBar() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const agents = useQuery({
    queryKey: ['agents', 'names'],
    queryFn: () => api<AgentPage>('/agents', { query: { limit: 100 } }),
  });
  const set = (change: Record<string, string | number | undefined>) => {
    void navigate({ search: callFiltersFromSearch({ ...filters, ...change }), replace: true });
  };
  return (
    <search className="call-filters" aria-label={callListStrings.filters}>
      <SelectField
        label={callListStrings.since}
        value={filters.since ?? defaultSince}
        options={sinceChoices.map((value) => [value, callListStrings.sinceChoices[value]])}
        onChange={(since) => set({ since })}
      />
      <SelectField
        label={callListStrings.agent}
        value={filters.agent_id ?? ''}
        options={[
          ['', callListStrings.anyAgent],
          ...(agents.data?.data ?? []).map(({ id, name }): [string, string] => [id, name]),
        ]}
        onChange={(agent_id) => set({ agent_id })}
      />
      <SelectField
        label={callListStrings.status}
        value={filters.status ?? ''}
        options={[
          ['', callListStrings.anyStatus],
          ...statusChoices.map((value): [string, string] => [
            value,
            callListStrings.statuses[value] ?? value,
          ]),
        ]}
        onChange={(status) => set({ status })}
      />
      <Field label={callListStrings.minRedactions}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="number"
            min={0}
            value={filters.min_redactions ?? 0}
            onChange={({ target }) => set({ min_redactions: target.valueAsNumber || undefined })}
          />
        )}
      </Field>
    </search>
  );
}
