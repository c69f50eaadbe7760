import type { Rule } from './rule.ts';

export const errorRules: readonly Rule[] = [
  { id: 'Errors 1', says: 'every code goes with its one status' },
  {
    id: 'Errors 2',
    says: 'request_id identifies the request',
    settled: 'and is in the header x-request-id of every response (design D34)',
  },
  { id: 'Errors 3', says: 'an address that does not exist is 404 not_found' },
  {
    id: 'Errors 4',
    says: 'AuditUnavailable has a status',
    settled: '503, with x-should-retry: false (design D26)',
  },
  {
    id: 'Errors 5',
    says: 'validation_failed comes with details',
    settled: 'details[] of { path, message } (design D34)',
  },
  { id: 'Errors 6', says: 'unknown_kid, invalid_pass and missing_entity are no API codes' },
  {
    id: 'Limits 1',
    says: 'the hosted service takes 100 requests/s on proxy and webhook, 200 in a burst, then 429',
  },
  {
    id: 'Limits 2',
    says: 'the hosted service takes 30 requests/s on the rest of /api/v1, 60 in a burst, then 429',
  },
  { id: 'Limits 3', says: '429 rate_limited says in Retry-After how many seconds to wait' },
  { id: 'Limits 4', says: 'a self-hosted deployment limits nothing by default' },
  {
    id: 'Limits 5',
    says: 'a request body has a largest size',
    settled: '1 MiB: 413 validation_failed (design D43)',
  },
  {
    id: 'Limits 6',
    says: 'requests time out',
    settled: 'a caller that does not send its request in time is cut off (design D43)',
  },
  { id: 'Versioning 1', says: 'the version is the path prefix /api/v1' },
  {
    id: 'Versioning 2',
    says: 'nothing that breaks a client changes under v1',
    untested: 'a promise about changes to come; the OpenAPI document shows them in review',
  },
  {
    id: 'Versioning 3',
    says: 'v1 and v2 run side by side for at least six months',
    untested: 'there is no v2',
  },
  {
    id: 'Versioning 4',
    says: 'what is added is optional, so that a client of the first v1 gets by',
    settled: 'every added request field has a default',
  },
  { id: 'Versioning 5', says: 'the policy’s own schema version is 1' },
  { id: 'Versioning 6', says: 'the report format is Audit Schema v1' },
];
