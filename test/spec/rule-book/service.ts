import type { Rule } from './rule.ts';

export const serviceRules: readonly Rule[] = [
  { id: 'Service 1', says: 'only text reaches the service: a part that is not text is refused' },
  {
    id: 'Service 2',
    says: 'the upstream model is given masked text alone, and its reply comes back restored',
  },
  {
    id: 'Service 3',
    says: 'no speech is recognised or produced, and no audio is stored',
    untested: 'there is no code that could; requests with audio are refused (Service 1)',
  },
  { id: 'Service 4', says: 'a platform connects at the chat-completions proxy and at the webhook' },
  {
    id: 'Service 5',
    says: 'one REST API makes, lists, shows and deletes agents, lists sessions, hands out reports and reloads the policy',
  },
  {
    id: 'Service 6',
    says: 'a call yields a two-sided view, a hash-chained journal and a report, all out of the same events',
  },
  {
    id: 'Service 7',
    says: 'a report holds Safe Harbor coverage, PCI-DSS scope, leak detection, retention and business associates',
  },
  {
    id: 'Processing 1',
    says: 'nothing is forwarded before the whole body was read, searched and tokenized',
  },
  {
    id: 'Processing 2',
    says: 'passes run in the order of the policy, regex first; with the upstream stub nermodel falls through',
  },
  {
    id: 'Processing 3',
    says: 'each span is tokenized, redacted or passed through by the rule of its kind, and events are written',
  },
  { id: 'Processing 4', says: 'the masked request is what the upstream gets' },
  {
    id: 'Processing 5',
    says: 'with stream: true the reply is streamed and each chunk rehydrated inline',
  },
  {
    id: 'Processing 6',
    says: 'upstream output is never held longer than SVC_STREAM_BUFFER_MS, 50 ms unless set',
    settled:
      'a token that has begun is no output yet: it is held until it is whole, cannot become one, or SVC_TOKEN_HOLD_MS, 2,000 ms unless set, have passed since its last character; letters that may as well end a word wait SVC_STREAM_BUFFER_MS at most (design D18, decisions 0050 and 0151)',
  },
  { id: 'Processing 7', says: 'the session record is written off the request path' },
  {
    id: 'Processing 8',
    says: 'an added delay of 45 to 95 ms is typical',
    untested: 'informs and does not bind; docs/benchmarks.md has the measured figures',
  },
  { id: 'Processing 9', says: 'partial transcripts are ordinary, independent requests' },
  {
    id: 'Processing 10',
    says: 'with SVC_PARTIAL_DEDUP a partial equal to the one before is not searched again',
  },
  {
    id: 'Processing 11',
    says: 'a token that cannot be rehydrated becomes [REDACTED:KIND], is journalled, and the rest goes on',
    settled: 'the reasons are out_of_scope, key_missing, vault_miss and malformed (design D16)',
  },
  {
    id: 'Processing 12',
    says: 'when the journal append fails the call is not processed and AuditUnavailable is returned',
  },
  { id: 'Processing 13', says: 'messages of the platform itself pass through unmodified' },
];
