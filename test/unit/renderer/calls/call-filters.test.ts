import { describe, expect, it } from 'vitest';
import { callFiltersFromSearch } from '../../../../renderer/calls/call-filters.ts';
import { apiUrl } from '../../../../renderer/lib/api.ts';
import { SessionListQuery } from '../../../../server/contract/sessions.ts';

describe('filters in a URL', () => {
  it('known filters of a URL are kept, in the format of the service', () => {
    const agent_id = 'agt_01M7YRRT80KFHMF3DXAFZ08RHY';
    const search = { since: '7d', agent_id, status: 'partial', min_redactions: 3 };
    expect(callFiltersFromSearch(search)).toEqual(search);
    const [, query] = apiUrl('/sessions', { ...callFiltersFromSearch(search) }).split('?');
    const asked = Object.fromEntries(new URLSearchParams(query));
    expect(SessionListQuery.parse(asked)).toMatchObject(search);
  });

  it.each([
    ['an unknown time', { since: '5y' }],
    ['an unknown status', { status: 'fine' }],
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
