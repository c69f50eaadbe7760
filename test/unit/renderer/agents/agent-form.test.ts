import { describe, expect, it } from 'vitest';
import {
  type AgentDraft,
  bodyOf,
  changedFields,
  draftOf,
  emptyDraft,
  firstUpstream,
  ownPolicy,
} from '../../../../renderer/agents/agent-form.ts';
import { type AgentDetail, CreateAgent, UpdateAgent } from '../../../../server/contract/agents.ts';

const agent: AgentDetail = {
  id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY',
  name: 'Front desk',
  upstream: 'stub',
  tokenization: 'synthetic',
  policy_name: 'clinic',
  policy_version: 3,
  proxy_url: 'http://127.0.0.1:8787/proxy/agt_01M7YRRT80KFHMF3DXAFZ08RHY/v1/chat/completions',
  webhook_url: 'http://127.0.0.1:8787/voice/webhook/agt_01M7YRRT80KFHMF3DXAFZ08RHY',
  created_at: '2026-11-21T09:30:00.000Z',
  checks_names: true,
  token_guidance: false,
  policy_yaml: 'name: clinic\n',
  system_prompt: 'You answer the telephone.',
  failure_message: null,
  transcript_url: null,
  first_message: null,
  tools: null,
  stats: {
    session_count_24h: 0,
    session_count_7d: 0,
    redaction_count_24h: 0,
    p50_latency_ms: 0,
    p95_latency_ms: 0,
  },
};

describe('the form of a new agent', () => {
  const asked = (draft: Partial<AgentDraft>) =>
    bodyOf({ ...emptyDraft, name: ' Intake ', ...draft });

  it('a form with a name only sends the name and the default model', () => {
    expect(asked({})).toEqual({ name: 'Intake', upstream: 'stub' });
  });

  it('a form sends every field that is filled in, in the format of the service', () => {
    const body = asked({
      tokenization: 'reversible-aead',
      policy: 'healthcare-strict',
      tokenGuidance: false,
      systemPrompt: 'Be brief.',
      firstMessage: 'Hello?',
    });
    expect(body).toEqual({
      name: 'Intake',
      upstream: 'stub',
      tokenization: 'reversible-aead',
      policy_name: 'healthcare-strict',
      token_guidance: false,
      system_prompt: 'Be brief.',
      first_message: 'Hello?',
    });
    expect(CreateAgent.safeParse(body).success).toBe(true);
  });

  it('a form with a custom policy sends its text and no policy name', () => {
    expect(asked({ policy: ownPolicy, policyYaml: 'name: x\n' })).toEqual({
      name: 'Intake',
      upstream: 'stub',
      policy_yaml: 'name: x\n',
    });
  });
});

describe('the form of an existing agent', () => {
  const changes = (draft: Partial<AgentDraft>) =>
    changedFields(agent, { ...draftOf(agent), ...draft });

  it('an unedited form changes nothing', () => {
    expect(changes({})).toEqual({});
    expect(changes({ name: ' Front desk ' })).toEqual({});
  });

  it.each<[string, Partial<AgentDraft>, UpdateAgent]>([
    ['a name', { name: 'Intake' }, { name: 'Intake' }],
    ['a model', { upstream: 'provider:model-small' }, { upstream: 'provider:model-small' }],
    ['a scheme', { tokenization: 'reversible-aead' }, { tokenization: 'reversible-aead' }],
    ['a policy', { policy: 'healthcare-strict' }, { policy_name: 'healthcare-strict' }],
    ['a custom policy', { policy: ownPolicy, policyYaml: 'a: 1' }, { policy_yaml: 'a: 1' }],
    ['token instructions', { tokenGuidance: true }, { token_guidance: true }],
    ['an emptied prompt', { systemPrompt: '' }, { system_prompt: null }],
    ['a first message', { firstMessage: 'Hello?' }, { first_message: 'Hello?' }],
  ])('a form that changes %s sends nothing else', (_what, draft, body) => {
    expect(changes(draft)).toEqual(body);
    expect(UpdateAgent.safeParse(body).success).toBe(true);
  });
});

describe('the model of a new agent', () => {
  it.each([
    ['a provider that is set up', ['provider:model-large'], 'provider:model-large'],
    [
      'the small one of two',
      ['provider:model-large', 'provider:model-small'],
      'provider:model-small',
    ],
    ['the stub without a provider', [], 'stub'],
  ])('is %s', (_, ready, name) => {
    const all = ['stub', 'provider:model-small', 'provider:model-large'];
    const upstreams = all.map((one) => ({
      name: one,
      configured: one === 'stub' || ready.some((other) => other === one),
      missing: [],
    }));
    expect(firstUpstream(upstreams)).toBe(name);
  });
});
