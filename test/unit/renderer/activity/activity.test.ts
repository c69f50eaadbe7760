import { describe, expect, it } from 'vitest';
import {
  activityFiltersFromSearch,
  activityQuery,
} from '../../../../renderer/activity/activity-filters.ts';
import { describeAction, describeDetails } from '../../../../renderer/activity/activity-log.tsx';
import { activityStrings } from '../../../../renderer/activity/strings.ts';
import { apiUrl } from '../../../../renderer/lib/api.ts';
import { formatMoment } from '../../../../renderer/lib/format.ts';
import { ActivityFilter } from '../../../../server/contract/audit.ts';
import { sampleDrafts } from '../../../support/event-samples.ts';

const actions = Object.values(activityStrings.groups).flatMap((group) =>
  Object.keys(group.actions),
);

describe('filters of the activity', () => {
  it('known filters of a URL are kept, unknown ones are dropped', () => {
    const search = { person: 'sam', what: 'login', object: 'sess_1', from: '2026-03-07' };
    expect(activityFiltersFromSearch(search)).toEqual(search);
    expect(activityFiltersFromSearch({ what: 'dancing', from: 'x', other: 1 })).toEqual({});
  });

  it.each(['', ...Object.keys(activityStrings.groups), ...actions])(
    'the service understands the choice “%s”',
    (what) => {
      const filters = activityFiltersFromSearch({ what, until: '2026-03-08' });
      const [, query] = apiUrl('/activity', activityQuery(filters)).split('?');
      const asked = ActivityFilter.parse(Object.fromEntries(new URLSearchParams(query)));
      expect(asked.until).toBe(new Date(2026, 2, 9).toISOString());
      expect(asked.action === undefined).toBe(what === '');
    },
  );
});

describe('the words of the activity', () => {
  it('a function that a person tried is named in words', () => {
    for (const action of ['function_called', 'function_ended'] as const)
      expect(describeAction({ action })).toMatch(/ tried function|Tried a function/);
  });

  it('every kind of event that names a person has words', () => {
    const kinds = sampleDrafts
      .filter(({ kind, fields }) => 'actor' in fields || kind === 'login_failed')
      .map(({ kind }) => kind);
    expect(actions.toSorted()).toEqual([...new Set(kinds)].toSorted());
    expect(describeAction({ action: 'something_new' })).toBe('something new');
  });

  it('a reveal says why, and a change of access whose it was', () => {
    const reveal = { view: 'live', reason: 'call_review', note: 'ticket 4711' };
    expect(describeDetails({ details: reveal })).toBe(
      'where: live calls · reason: Review a call · note: ticket 4711',
    );
    const user = { id: 'usr_1', login: 'sam', name: 'Sam Lee' };
    const changed = { change: 'role_changed', user_id: 'usr_1', role: 'compliance' };
    expect(describeDetails({ details: changed, user })).toBe(
      'change: another role · role: Compliance · user: sam',
    );
  });

  it('a report says its period as people read times', () => {
    const from = '2026-10-01T00:00:00.000Z';
    expect(describeDetails({ details: { format: 'pdf', from } })).toBe(
      `file: PDF · from: ${formatMoment(from)}`,
    );
  });

  it('a search says how many calls it found, and a review whether it was taken back', () => {
    expect(describeDetails({ details: { store: 'texts', calls_found: 2 } })).toBe(
      'searched in: words and tags of calls · calls found: 2',
    );
    expect(describeDetails({ details: { reviewed: 'no' } })).toBe('reviewed: taken back');
  });

  it('a suggestion that was dismissed says what it was about, and what was decided', () => {
    const details = { mistake: 'missed', entity_kind: 'LOCATION', outcome: 'dismissed' };
    expect(describeDetails({ details })).toBe(
      'about: words that were not masked · kind: Place · result: dismissed',
    );
  });

  it.each([
    [{ mode: 'replace' }, 'the file: replaced the roster'],
    [{ method: 'embedded' }, 'by: one-time link'],
    [{ scope: 'dates' }, 'of: the calls of a time'],
    [{ outcome: 'unreachable' }, 'result: no connection or a broken answer, whether'],
    [{ reason: 'ticket_refused' }, 'reason: the link was used before'],
  ])('codes of %o are words', (details, words) => {
    expect(describeDetails({ details })).toContain(words);
  });
});
