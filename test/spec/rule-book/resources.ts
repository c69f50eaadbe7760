import type { Rule } from './rule.ts';

export const resourceRules: readonly Rule[] = [
  {
    id: 'Conventions 1',
    says: 'bodies are application/json in UTF-8 unless an endpoint names another type',
  },
  { id: 'Conventions 2', says: 'field names are snake_case' },
  { id: 'Conventions 3', says: 'times are ISO 8601 in UTC' },
  { id: 'Conventions 4', says: 'ids are ULIDs behind agt_, sess_, evt_, rep_ and req_' },
  {
    id: 'Agent 1',
    says: 'an agent has the fields of the table',
    settled:
      'system_prompt, first_message, tools, token_guidance, failure_message and transcript_url are optional additions (design D35, D39); policy_version counts approved versions, or the changes of an own policy (decision 0160)',
  },
  { id: 'Agent 2', says: 'proxy_url and webhook_url are full URLs that start with the base URL' },
  {
    id: 'Agent 3',
    says: 'stats are integers and stand in the single-agent response only; list items carry session_count_24h',
  },
  {
    id: 'Session summary 1',
    says: 'a summary has the fields of the table',
    settled: 'turn_count and ended are added',
  },
  { id: 'Session summary 2', says: 'upstream_model is the model name without the provider prefix' },
  { id: 'Session summary 3', says: 'sessions of a deleted agent are kept and still name it' },
  {
    id: 'Report 1',
    says: 'a report has the fields of the table, wrapped as { report }',
    settled: 'all other fields are design D32; docs/audit-schema-v1.json is the schema',
  },
  { id: 'Report 2', says: 'merkle_root_hex is identical in JSON and PDF' },
  {
    id: 'Report 3',
    says: 'policy_snapshot is the YAML of the policy in force',
    settled: 'that the session ran under, not the one in force when the report is made',
  },
  {
    id: 'Report 4',
    says: 'safe_harbor_coverage maps a letter, an underscore and a word to a level',
    settled: '18 keys, levels full, partial, none, not_applicable (design D31)',
  },
  {
    id: 'User 1',
    says: 'the current user holds the provider login, a user id and account details',
    settled: 'id, login, display_name, admin and created_at',
  },
  {
    id: 'User 2',
    says: 'a user is an account admin or is not; deleting an agent needs one',
    settled:
      'SVC_ADMIN_LOGINS names admins; where it is unset, the first who comes by a one-time link is one (design D40)',
  },
  {
    id: 'Session (server side) 1',
    says: 'the cookie maps on the server to user id, login and last-seen time',
  },
  {
    id: 'Policy 1',
    says: 'configs/mask_policy.yaml ships as healthcare-default, exactly as the tables say',
  },
  {
    id: 'Policy 2',
    says: 'name, version, kid, tokenization, passes and entities are required; epsilon is 0.5 by default',
  },
  { id: 'Policy 3', says: 'the kid must match an environment variable SVC_KEY_<kid>' },
  { id: 'Policy 4', says: 'nermodel may be left out, which runs regex alone' },
  {
    id: 'Policy 5',
    says: 'diarize is a known pass',
    settled: 'accepted; text has nothing to diarize',
  },
  { id: 'Policy 6', says: 'enabled: false stops all detection of a kind' },
  { id: 'Policy 7', says: 'regex: false keeps the regex pass from looking for a kind' },
  { id: 'Policy 8', says: 'ner: false keeps the NER pass from looking for a kind' },
  { id: 'Policy 9', says: 'NER hits below confidence_threshold are discarded' },
  {
    id: 'Policy 10',
    says: 'entity defaults are enabled, regex and ner true, threshold 0.6 and action tokenize',
  },
  { id: 'Policy 11', says: 'action is tokenize, redact or passthrough' },
  { id: 'Policy 12', says: 'log_events writes an event per redaction; it is true by default' },
  {
    id: 'Policy 13',
    says: 'log_payloads keeps encrypted payloads in addition to the events; it is false by default',
    settled: 'AES-256-GCM, one data key per session; erasing is deleting that key (design D28)',
  },
  {
    id: 'Policy 14',
    says: 'retention_days is how long audit records are kept; 2555 by default',
    settled: 'older records leave in whole tiles, after a signed event (design D27)',
  },
  {
    id: 'Schemes 1',
    says: 'vault-deterministic: the same input always yields the same token, across turns',
  },
  {
    id: 'Schemes 2',
    says: 'reversible-aead: AES-256-GCM-SIV inside the token, no vault state, the old key rehydrates old tokens',
  },
  {
    id: 'Schemes 3',
    says: 'synthetic: a realistic fake of the same kind that is never rehydrated',
  },
  {
    id: 'Schemes 4',
    says: 'a token reads TOK1.<KIND>.<kid>.<payload>',
    settled: 'the payload is Crockford base32 (design D10)',
  },
  { id: 'Schemes 5', says: 'inside journal events a span is [<KIND>_<NN>]' },
  { id: 'Envelope 1', says: 'an error is { error: { code, message, request_id } }' },
];
