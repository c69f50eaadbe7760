import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { download } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/feedback.tsx';
import { Field } from '../ui/field.tsx';
import { RestingField } from '../ui/resting-field.tsx';
import { type ActivityFilters, activityQuery } from './activity-filters.ts';
import { ActivityLog } from './activity-log.tsx';
import { activityStrings } from './strings.ts';
import './activity.css';

type Change = Partial<Record<keyof ActivityFilters, string | undefined>>;

interface Props {
  readonly filters: ActivityFilters;
  readonly onChange: (change: Change) => void;
}

/** What people did, with filters and a download. */
export function ActivityPanel({ filters, onChange }: Props) {
  return (
    <div className="activity">
      <p className="quiet">{activityStrings.intro}</p>
      <search className="activity-filters" aria-label={activityStrings.filters}>
        <RestingField
          label={activityStrings.person}
          hint={activityStrings.personHint}
          value={filters.person ?? ''}
          onChange={(person) => onChange({ person })}
        />
        <WhatField value={filters.what ?? ''} onChange={(what) => onChange({ what })} />
        <RestingField
          label={activityStrings.object}
          hint={activityStrings.objectHint}
          value={filters.object ?? ''}
          onChange={(object) => onChange({ object })}
        />
        <RestingField
          label={activityStrings.from}
          type="date"
          max={filters.until}
          value={filters.from ?? ''}
          onChange={(from) => onChange({ from })}
        />
        <RestingField
          label={activityStrings.until}
          type="date"
          min={filters.from}
          value={filters.until ?? ''}
          onChange={(until) => onChange({ until })}
        />
      </search>
      <CsvButton filters={filters} />
      <ActivityLog filters={filters} />
    </div>
  );
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One kind of event, or all of a group. */
function WhatField({ value, onChange }: FieldProps) {
  return (
    <Field label={activityStrings.what}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{activityStrings.anything}</option>
          {Object.entries(activityStrings.groups).map(([group, { label, all, actions }]) => (
            <optgroup key={group} label={label}>
              <option value={group}>{all}</option>
              {Object.entries(actions).map(
                ([action, name]): ReactNode => (
                  <option key={action} value={action}>
                    {name}
                  </option>
                ),
              )}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

function CsvButton({ filters }: Pick<Props, 'filters'>) {
  const making = useMutation({
    mutationFn: async () =>
      saveFile(await download('/activity.csv', activityQuery(filters)), 'activity.csv'),
  });
  return (
    <>
      <div className="page-actions">
        <Button
          busy={making.isPending}
          title={activityStrings.csvNote}
          onClick={() => making.mutate()}
        >
          {activityStrings.csv}
        </Button>
      </div>
      <Failure error={making.error} />
    </>
  );
}
