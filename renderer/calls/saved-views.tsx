import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { type CallFilters, callFiltersFromSearch } from './call-filters.ts';
import { callStrings } from './strings.ts';

const viewStrings = callStrings.list.views;
const route = getRouteApi('/calls');
const key = 'portal-call-views';

/** Filters of the list by the names that the user gave them. */
type Views = Readonly<Record<string, CallFilters>>;

function readViews(): Views {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, object>;
    const views = Object.entries(kept).map(
      ([name, search]) => [name, callFiltersFromSearch({ ...search })] as const,
    );
    return Object.fromEntries(views);
  } catch {
    return {};
  }
}

/** Filters that the user keeps in this browser. */
export function SavedViews() {
  const filters = route.useSearch();
  const [views, setViews] = useState(readViews);
  const [naming, setNaming] = useState<string>();
  const keep = (changed: Views) => {
    localStorage.setItem(key, JSON.stringify(changed));
    setViews(changed);
  };
  const remove = (name: string) =>
    keep(Object.fromEntries(Object.entries(views).filter(([other]) => other !== name)));
  return (
    <nav className="call-views" aria-label={viewStrings.label}>
      <ul>
        {Object.entries(views).map(([name, search]) => (
          <li key={name}>
            <Link to="/calls" search={search}>
              {name}
            </Link>
            <button
              type="button"
              aria-label={viewStrings.remove(name)}
              onClick={() => remove(name)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => setNaming('')}>
        {viewStrings.save}
      </Button>
      {naming === undefined ? null : (
        <ConfirmDialog
          title={viewStrings.title}
          button={viewStrings.confirm}
          busy={naming.trim() === ''}
          error={null}
          onConfirm={() => {
            keep({ ...views, [naming.trim()]: filters });
            setNaming(undefined);
          }}
          onClose={() => setNaming(undefined)}
        >
          <p>{viewStrings.text}</p>
          <TextField
            label={viewStrings.name}
            value={naming}
            maxLength={64}
            autoFocus
            onChange={setNaming}
          />
        </ConfirmDialog>
      )}
    </nav>
  );
}
