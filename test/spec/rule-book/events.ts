import type { Rule } from './rule.ts';

export const eventRules: readonly Rule[] = [
  { id: 'Journal 1', says: 'seq starts at 0 and grows by one; the first prev_hash is all zeros' },
  {
    id: 'Journal 2',
    says: 'each prev_hash is the curr_hash before it, and one changed byte breaks every later hash',
  },
  {
    id: 'Journal 3',
    says: 'curr_hash covers the event’s own contents',
    settled: 'SHA-256 over the canonical JSON (design D20)',
  },
  { id: 'Journal 4', says: 'the chain verifies offline as well as through the API' },
  {
    id: 'Journal 5',
    says: 'records have seq, kind, prev_hash, curr_hash and ts; detections a detector; redactions placeholder and span',
  },
  { id: 'Journal 6', says: 'event ids begin with evt_' },
  { id: 'Event kinds 1', says: 'detection is written when a detector finds a span' },
  { id: 'Event kinds 2', says: 'redaction_applied is written when a span is replaced' },
  {
    id: 'Event kinds 3',
    says: 'rehydration_failed is written when a reply token cannot be rehydrated',
  },
  { id: 'Event kinds 4', says: 'agent_deleted carries a time and the acting user' },
  {
    id: 'Event kinds 5',
    says: 'other kinds exist',
    settled: 'the list of design D25; docs/journal-format.md has their fields',
  },
  {
    id: 'Event kinds 6',
    says: 'an endpoint lists events',
    settled: 'GET /api/v1/sessions/{id}/events (design D30)',
  },
];
