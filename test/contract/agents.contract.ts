import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '../../server/domain/agent.ts';
import type { Agents } from '../../server/ports/agents.ts';
import type { Opened } from './vault.contract.ts';

export function agent(number: number, change: Partial<Agent> = {}): Agent {
  return {
    id: `agt_01KAHZ000000000000000000${String(number).padStart(2, '0')}`,
    name: `Reception ${number}`,
    upstream: 'stub',
    tokenization: null,
    policyYaml: null,
    policyVersion: 0,
    tokenGuidance: false,
    systemPrompt: null,
    failureMessage: null,
    transcriptUrl: null,
    firstMessage: null,
    tools: null,
    createdAt: '2026-11-21T09:00:00.000Z',
    ...change,
  };
}

/** What every store of agents does (spec, Agent and Agent lifecycle). */
export function agentsContract(name: string, open: () => Promise<Opened<Agents>>): void {
  describe(`${name} agents`, () => {
    let opened: Opened<Agents>;
    let agents: Agents;
    beforeEach(async () => {
      opened = await open();
      agents = opened.port;
    });
    afterEach(() => opened.close());

    const created = async (...all: Agent[]) => {
      for (const each of all) await agents.create(each);
    };
    const names = async (query: Parameters<Agents['list']>[0]) =>
      (await agents.list(query)).map((each) => each.name);

    it('stores every field unchanged', async () => {
      const plain = agent(1);
      const full = agent(2, {
        upstream: 'provider:model-small',
        tokenization: 'reversible-aead',
        policyYaml: 'name: front-desk\nversion: 1\n',
        policyVersion: 4,
        tokenGuidance: true,
        systemPrompt: 'You answer the telephone.\nBe brief — and kind.',
        firstMessage: 'Front desk, how can I help?',
        failureMessage: { words: { es: 'Un momento, por favor.' }, over_http: true },
        transcriptUrl: 'https://transcripts.example.com/in',
        tools: [
          {
            type: 'function',
            function: {
              name: 'find_slot',
              parameters: { type: 'object', properties: { day: { type: 'string' } } },
            },
            server: { url: 'https://tools.example.com' },
          },
        ],
      });
      await created(plain, full);
      expect(await agents.get(plain.id)).toEqual(plain);
      expect(await agents.get(full.id)).toEqual(full);
      expect(await agents.get(agent(3).id)).toBeUndefined();
    });

    it('refuses a name in use with name_taken, also to two simultaneous requests', async () => {
      const asked = await Promise.allSettled(
        [1, 2, 3].map((number) => agents.create(agent(number, { name: 'Front desk' }))),
      );
      const refused = asked.filter((outcome) => outcome.status === 'rejected');
      expect(refused.map((outcome) => outcome.reason.code)).toEqual(['name_taken', 'name_taken']);
      expect(await names({ limit: 10 })).toEqual(['Front desk']);
    });

    it('accepts a name that differs in case, and the name of a removed agent', async () => {
      await created(agent(1, { name: 'Desk' }), agent(2, { name: 'desk' }));
      await agents.remove(agent(1).id);
      await created(agent(3, { name: 'Desk' }));
      expect(await names({ limit: 10 })).toEqual(['Desk', 'desk']);
    });

    it('replaces an agent, but refuses a name in use', async () => {
      await created(agent(1), agent(2));
      const changed = agent(1, { name: 'Reception 1b', policyYaml: 'name: other\n' });
      expect(await agents.update(changed)).toBe(true);
      expect(await agents.get(changed.id)).toEqual(changed);
      await expect(agents.update(agent(1, { name: 'Reception 2' }))).rejects.toMatchObject({
        code: 'name_taken',
      });
      expect(await agents.get(changed.id)).toEqual(changed);
      expect(await agents.update(agent(9))).toBe(false);
      expect(await agents.get(agent(9).id)).toBeUndefined();
    });

    it('clears the fields that a replacement leaves empty, and distinguishes null from an empty list of tools', async () => {
      await created(agent(1, { systemPrompt: 'x', firstMessage: 'y', tools: [] }));
      expect((await agents.get(agent(1).id))?.tools).toEqual([]);
      await agents.update(agent(1));
      expect(await agents.get(agent(1).id)).toEqual(agent(1));
    });

    it('lists the newest agents first, in pages', async () => {
      await created(agent(1), agent(2), agent(3), agent(4));
      expect(await names({ limit: 3 })).toEqual(['Reception 4', 'Reception 3', 'Reception 2']);
      expect(await names({ limit: 3, before: agent(2).id })).toEqual(['Reception 1']);
    });

    it.each([
      ['lab', ['Labour ward', 'BLOOD LAB']],
      ['ÉLAN', ['Clinique Élan']],
      ['%', ['100% Dental']],
      ['_', []],
      ['ΙΑΤΡΕ', ['Ιατρείο']],
      ["'", []],
      ['', ['Ιατρείο', '100% Dental', 'Clinique Élan', 'Labour ward', 'BLOOD LAB']],
    ])('filters by name, ignoring case and without wildcards: "%s"', async (part, found) => {
      const all = ['BLOOD LAB', 'Labour ward', 'Clinique Élan', '100% Dental', 'Ιατρείο'];
      await created(...all.map((each, number) => agent(number, { name: each })));
      expect(await names({ name: part, limit: 10 })).toEqual(found);
    });

    it('returns a filtered list in pages', async () => {
      const all = ['Lab 1', 'Desk', 'Lab 2', 'Ward', 'Lab 3'];
      await created(...all.map((each, number) => agent(number, { name: each })));
      expect(await names({ name: 'lab', limit: 2 })).toEqual(['Lab 3', 'Lab 2']);
      expect(await names({ name: 'lab', limit: 2, before: agent(2).id })).toEqual(['Lab 1']);
    });

    it('removes an agent once', async () => {
      await created(agent(1));
      expect(await agents.remove(agent(1).id)).toBe(true);
      expect(await agents.remove(agent(1).id)).toBe(false);
      expect(await agents.get(agent(1).id)).toBeUndefined();
    });
  });
}
