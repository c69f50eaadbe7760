import type { Rule } from './rule.ts';

export const endpointRules: readonly Rule[] = [
  {
    id: 'Endpoints 1',
    says: 'every endpoint below /api/v1 needs the cookie unless stated, and answers 401 without it',
  },
  { id: 'Pagination 1', says: 'limit is an integer from 1 to 100' },
  { id: 'Pagination 2', says: 'next_cursor leads to the next page and is null on the last' },
  {
    id: 'Pagination 3',
    says: 'a cursor that is not from here is 422',
    settled: 'validation_failed on path cursor',
  },
  {
    id: 'GET /health 1',
    says: 'says whether the service is well, outside /api/v1',
    settled: '200 { status: ok }, or 503 with reasons',
  },
  {
    id: 'GET /api/v1/auth/idp 1',
    says: 'redirects the browser to the authorization page of the identity provider',
  },
  {
    id: 'GET /api/v1/auth/idp/callback 1',
    says: 'exchanges the code, creates a session, sets the cookie and redirects to /portal',
  },
  { id: 'POST /api/v1/auth/logout 1', says: 'takes no body and answers 204 with none' },
  { id: 'GET /api/v1/me 1', says: 'returns the user of the session' },
  { id: 'GET /api/v1/agents 1', says: 'lists newest created first' },
  {
    id: 'GET /api/v1/agents 2',
    says: 'filters by a case-insensitive part of the name',
    settled: 'the parameter is name (design D35)',
  },
  { id: 'GET /api/v1/agents 3', says: 'has a default page size', settled: '25 (design D35)' },
  {
    id: 'GET /api/v1/agents 4',
    says: 'items have exactly the fields of the list item, and what later versions add',
  },
  { id: 'POST /api/v1/agents 1', says: 'answers 201 with the agent' },
  { id: 'POST /api/v1/agents 2', says: 'name is 1 to 64 characters and unique: 409 name_taken' },
  {
    id: 'POST /api/v1/agents 3',
    says: 'upstream is a configured provider and model or stub: 422 unknown_upstream',
  },
  {
    id: 'POST /api/v1/agents 4',
    says: 'tokenization is vault-deterministic or reversible-aead, vault-deterministic by default',
  },
  {
    id: 'POST /api/v1/agents 5',
    says: 'policy_name names an existing policy, healthcare-default by default: 422 unknown_policy',
  },
  {
    id: 'POST /api/v1/agents 6',
    says: 'policy_yaml is validated before creation: 422 policy_yaml_invalid',
  },
  {
    id: 'POST /api/v1/agents 7',
    says: 'policy_name and policy_yaml exclude each other',
    settled: '422 validation_failed (design D34)',
  },
  { id: 'POST /api/v1/agents 8', says: 'a body that fails validation is 422 validation_failed' },
  {
    id: 'POST /api/v1/agents 9',
    says: 'an own policy is applied to that agent alone; others inherit the global one',
  },
  {
    id: 'POST /api/v1/agents 10',
    says: 'who may create an agent',
    settled: 'not shown in the interface; admins only, 403 forbidden (decision 0057)',
  },
  {
    id: 'PATCH /api/v1/agents/{agent_id} 1',
    says: 'updates an agent, policy_yaml included',
    settled: 'not shown in the interface; admins only (design D35)',
  },
  {
    id: 'GET /api/v1/agents/{agent_id} 1',
    says: 'returns the agent with policy_yaml and stats; 404 agent_not_found',
  },
  { id: 'DELETE /api/v1/agents/{agent_id} 1', says: 'requires an account admin: 403 forbidden' },
  {
    id: 'DELETE /api/v1/agents/{agent_id} 2',
    says: 'answers 204 with an empty body; 404 agent_not_found when gone',
  },
  {
    id: 'DELETE /api/v1/agents/{agent_id} 3',
    says: 'tokens of the agent stay reversible while their kid keys exist',
  },
  {
    id: 'GET /api/v1/agents/{agent_id}/sessions 1',
    says: 'lists the sessions of one agent',
    settled: 'parameters and answer of /sessions (design D30)',
  },
  { id: 'GET /api/v1/sessions 1', says: 'lists across agents, newest start first, 25 to a page' },
  {
    id: 'GET /api/v1/sessions 2',
    says: 'since takes 1h, 24h, 7d, 30d or a UTC time, 24h by default',
  },
  { id: 'GET /api/v1/sessions 3', says: 'agent_id, status and min_redactions narrow the list' },
  { id: 'GET /api/v1/sessions 4', says: 'a bad parameter value is 422 validation_failed' },
  {
    id: 'GET /api/v1/sessions/{session_id} 1',
    says: 'individual sessions can be read',
    settled: 'GET /sessions/{id} and GET /sessions/{id}/events in pages (design D30)',
  },
  {
    id: 'GET /api/v1/sessions/{session_id}/report 1',
    says: 'is made again on each request by walking the session’s audit log',
  },
  {
    id: 'GET /api/v1/sessions/{session_id}/report 2',
    says: 'format is json by default, or pdf; another value is 422',
  },
  {
    id: 'GET /api/v1/sessions/{session_id}/report 3',
    says: 'pdf is application/pdf with Content-Disposition attachment',
  },
  {
    id: 'GET /api/v1/sessions/{session_id}/report 4',
    says: 'an unknown session is 404 session_not_found',
  },
  {
    id: 'GET /api/v1/sessions/{session_id}/report 5',
    says: 'a PDF that cannot be rendered is 500 report_generation_failed',
  },
  {
    id: 'Reports not available 1',
    says: 'per-agent and account-wide reports are planned',
    settled: 'they exist here, for admins and a period (decision 0091)',
  },
  {
    id: 'POST /api/v1/admin/policy/reload 1',
    says: 'reloads SVC_POLICY_PATH without a restart',
    settled: 'answers the previous and the current policy',
  },
  {
    id: 'POST /api/v1/admin/policy/reload 2',
    says: 'is atomic: requests in flight finish on the old policy, new ones use the new',
  },
  { id: 'POST /proxy 1', says: 'does not use the cookie but the signature: 401 on a mismatch' },
  { id: 'POST /proxy 2', says: 'a deleted or unknown agent is 404' },
  { id: 'POST /proxy 3', says: 'an error of the upstream provider is 502 upstream_error' },
  {
    id: 'POST /proxy 4',
    says: 'answers in the OpenAI chat-completions protocol, streamed or not',
    settled: 'fields beyond stream: design D3, D4, D37',
  },
  { id: 'POST /voice/webhook 1', says: 'is signature-checked and not cookie-checked' },
  {
    id: 'POST /voice/webhook 2',
    says: 'returns the configuration of the call: system prompt, model, function definitions',
    settled: 'design D39',
  },
  {
    id: 'POST /voice/webhook 3',
    says: 'attaches audit metadata to the session',
    settled: 'the session begins with the assistant request and its id is in metadata (design D39)',
  },
  {
    id: 'POST /audit/verify 1',
    says: 'returns { ok, event_count, message }; chain ok for an intact chain',
    settled: 'any body or none; also under /api/v1; needs a signed-in user',
  },
  { id: 'svc policy validate 1', says: 'reports unknown_kid, invalid_pass and missing_entity' },
  {
    id: 'svc policy validate 2',
    says: 'in production an invalid policy prevents boot; with SVC_DEV=1 it is logged and defaults are used',
  },
  {
    id: 'svc policy diff 1',
    says: 'lists added or removed entities, changed thresholds and changed actions',
  },
  { id: 'svc detect 1', says: 'runs detection against transcripts' },
];
