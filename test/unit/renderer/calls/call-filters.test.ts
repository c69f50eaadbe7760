import { describe, expect, it } from 'vitest';
import { callFiltersFromSearch, sessionQuery } from '../../../../renderer/calls/call-filters.ts';
import { apiUrl } from '../../../../renderer/lib/api.ts';
import { SessionListQuery } from '../../../../server/contract/sessions.ts';

describe('filters in a URL', () => {
  it('known filters of a URL are kept, in the format of the service', () => {
    const agent_id = 'agt_01M7YRRT80KFHMF3DXAFZ08RHY';
    const same = {
      since: '7d',
      agent_id,
      kind: 'NAME',
      exposure: 'stopped',
      q: 'sess_01',
      min_redactions: 3,
      sort: 'turn_count',
    };
    const search = { ...same, state: 'partial' };
    expect(callFiltersFromSearch(search)).toEqual(search);
    const [, query] = apiUrl('/sessions', sessionQuery(callFiltersFromSearch(search))).split('?');
    const asked = Object.fromEntries(new URLSearchParams(query));
    const parsed = SessionListQuery.parse(asked);
    expect(parsed).toMatchObject({ ...same, state: 'ended', status: 'partial' });
  });

  it('days are those of the browser, the last one included, and replace a duration', () => {
    const filters = callFiltersFromSearch({ since: '7d', from: '2026-03-07', until: '2026-03-08' });
    expect(filters).toEqual({ from: '2026-03-07', until: '2026-03-08' });
    expect(sessionQuery(filters)).toEqual({
      from: new Date(2026, 2, 7).toISOString(),
      until: new Date(2026, 2, 9).toISOString(),
    });
  });

  it('calls in progress and calls at any time have a query of their own', () => {
    expect(sessionQuery({ state: 'in_progress', since: 'all' })).toEqual({
      state: 'in_progress',
      from: '1970-01-01T00:00:00Z',
    });
  });

  it.each([
    ['an unknown time', { since: '5y' }],
    ['an unknown state', { state: 'fine' }],
    ['a day that is none', { from: '2026-13-40' }],
    ['a kind that is none', { kind: 'phone' }],
    ['an unknown order', { sort: 'agent' }],
    ['the order that lists have anyway', { sort: '-started_at' }],
    ['an empty search', { q: ' ' }],
    ['no agent', { agent_id: '' }],
    ['an agent that is no text', { agent_id: 7 }],
    ['a number below 1', { min_redactions: 0 }],
    ['a number that is none', { min_redactions: 'many' }],
    ['a fraction', { min_redactions: 1.5 }],
    ['something else', { colour: 'blue' }],
  ])('are dropped when they name %s', (_, search) => {
    expect(callFiltersFromSearch(search)).toEqual({});
  });
});
