import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BearerToken } from '../../server/domain/agent.ts';
import type { Agents, BearerTokens } from '../../server/ports/agents.ts';
import { agent } from './agents.contract.ts';
import type { Opened } from './vault.contract.ts';

const desk = agent(1);
const ward = agent(2);

function token(number: number, change: Partial<BearerToken> = {}): BearerToken {
  return {
    id: `btk_01KAHZ000000000000000000${String(number).padStart(2, '0')}`,
    agentId: desk.id,
    hash: String(number).padStart(64, '0'),
    name: `platform ${number}`,
    lastFour: 'abcd',
    createdAt: '2026-11-21T09:00:00.000Z',
    ...change,
  };
}

/** Tokens, with the agents they belong to. */
export interface TokenStores {
  readonly agents: Agents;
  readonly tokens: BearerTokens;
}

/** What every store of bearer tokens does (design D36). */
export function bearerTokensContract(name: string, open: () => Promise<Opened<TokenStores>>): void {
  describe(`${name} bearer tokens`, () => {
    let opened: Opened<TokenStores>;
    let agents: Agents;
    let tokens: BearerTokens;
    beforeEach(async () => {
      opened = await open();
      ({ agents, tokens } = opened.port);
      await agents.create(desk);
      await agents.create(ward);
    });
    afterEach(() => opened.close());

    it('are listed by agent, newest first, with every field unchanged', async () => {
      const all = [token(1), token(2), token(3, { agentId: ward.id })];
      for (const each of all) expect(await tokens.add(each)).toBe(true);
      expect(await tokens.of(desk.id)).toEqual([token(2), token(1)]);
      expect(await tokens.of(ward.id)).toEqual([token(3, { agentId: ward.id })]);
    });

    it('can be removed only through their own agent, and are then no longer listed', async () => {
      await tokens.add(token(1));
      await tokens.add(token(2));
      expect(await tokens.remove(ward.id, token(1).id)).toBe(false);
      expect(await tokens.remove(desk.id, token(1).id)).toBe(true);
      expect(await tokens.remove(desk.id, token(1).id)).toBe(false);
      expect(await tokens.of(desk.id)).toEqual([token(2)]);
    });

    it('need an agent, and are removed with it', async () => {
      expect(await tokens.add(token(1, { agentId: agent(9).id }))).toBe(false);
      expect(await tokens.of(agent(9).id)).toEqual([]);
      await tokens.add(token(2));
      await agents.remove(desk.id);
      expect(await tokens.of(desk.id)).toEqual([]);
      expect(await tokens.remove(desk.id, token(2).id)).toBe(false);
    });

    it('survive an update of their agent', async () => {
      await tokens.add(token(1));
      await agents.update({ ...desk, name: 'Renamed' });
      expect(await tokens.of(desk.id)).toEqual([token(1)]);
    });
  });
}
