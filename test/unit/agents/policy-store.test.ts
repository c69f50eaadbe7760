import { describe, expect, it } from 'vitest';
import { createPolicyStore } from '../../../server/agents/policy-store.ts';
import type { Agent } from '../../../server/domain/agent.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import { longestRetention } from '../../../server/sessions/retention.ts';
import { memoryAgents } from '../../support/memory/agents.ts';
import { agentId } from '../../support/token-kit.ts';
import { decoded, names } from '../policy/policies.ts';

const reported: (readonly [string, string | null])[] = [];
const policies = createPolicyStore({
  initial: decoded(defaultPolicyYaml),
  shipped: [],
  decode: (yaml) => decodePolicy(yaml, names),
  readFile: async () => ({ ok: true, value: defaultPolicyYaml }),
  onUnusable: (agent, kid) => reported.push([agent, kid]),
});
const agentWith = (policyYaml: string | null): Agent => ({
  id: agentId,
  name: 'clinic',
  upstream: 'stub',
  tokenization: null,
  policyYaml,
  policyVersion: Number(policyYaml !== null),
  tokenGuidance: false,
  systemPrompt: null,
  failureMessage: null,
  transcriptUrl: null,
  firstMessage: null,
  tools: null,
  createdAt: '2026-11-21T10:00:00.000Z',
});
const unreadable = agentWith('name: [');

describe('an agent’s own policy that cannot even be read', () => {
  it('an unreadable policy is shown as unreadable, with its text', () => {
    expect(policies.view(unreadable)).toMatchObject({
      name: 'unreadable',
      version: 1,
      retentionDays: null,
      yaml: 'name: [',
      problem: expect.stringContaining('calls are refused'),
    });
  });

  it('the global policy never replaces an unreadable policy, and each use is reported', () => {
    for (const use of [1, 2]) {
      expect(() => policies.of(unreadable)).toThrow(
        expect.objectContaining({ code: 'internal_error' }),
      );
      expect(reported).toHaveLength(use);
    }
    expect(reported[0]).toEqual([agentId, null]);
  });

  it('an unreadable policy prevents pruning (design D27)', async () => {
    const agents = memoryAgents();
    expect(await longestRetention({ agents, policies })).toBe(2555);
    await agents.create(unreadable);
    await expect(longestRetention({ agents, policies })).rejects.toThrow('how long');
  });
});

describe('an agent’s own policy beside the listed ones (decision 0160)', () => {
  const own = (name: string, policyVersion = 1): Agent => ({
    ...agentWith(defaultPolicyYaml.replace('healthcare-default', name)),
    policyVersion,
  });

  it('a policy keeps its own name and number, and stays one object between requests', () => {
    const active = policies.of(own('front-desk', 7));
    expect(active.policy).toMatchObject({ name: 'front-desk', version: 7 });
    expect(policies.of(own('front-desk', 7))).toBe(active);
    expect(policies.of(own('front-desk', 8)).policy.version).toBe(8);
  });

  it.each(['HEALTHCARE-default', 'healthcare default', 'héalthcare-default'])(
    'a policy that takes the name of the global one is told by its hash: %s',
    (name) => {
      const { policy, sha256 } = policies.of(own(name));
      expect(policy.name).toBe(`${name}@${sha256.slice(0, 8)}`);
      expect(policies.view(own(name)).name).toBe(policy.name);
    },
  );

  it('so is one that cannot be used any more', () => {
    const lost =
      own('Healthcare-Default', 3).policyYaml?.replace('kid: K_HEALTHCARE', 'kid: K_GONE') ?? '';
    expect(policies.view({ ...agentWith(lost), policyVersion: 3 })).toMatchObject({
      name: expect.stringMatching(/^Healthcare-Default@[0-9a-f]{8}$/),
      version: 3,
      problem: expect.stringContaining('calls are refused'),
    });
  });

  it('a text that is the global one has its name and number', () => {
    const store = createPolicyStore({
      initial: decoded(defaultPolicyYaml),
      shipped: [],
      decode: (yaml) => decodePolicy(yaml, names),
      readFile: async () => ({ ok: true, value: defaultPolicyYaml }),
    });
    store.follow(defaultPolicyYaml, 5);
    for (const yaml of [defaultPolicyYaml, null])
      expect(store.of(agentWith(yaml)).policy).toMatchObject({
        name: 'healthcare-default',
        version: 5,
      });
  });
});

describe('an agent without a policy of its own', () => {
  it('an agent without a policy shows the global policy', () => {
    expect(policies.view(agentWith(null))).toMatchObject({
      name: 'healthcare-default',
      yaml: defaultPolicyYaml,
      problem: null,
    });
  });
});
