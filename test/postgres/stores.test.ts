import { describe, expect, it } from 'vitest';
import { noExposure } from '../../server/domain/exposure.ts';
import type { AgentId } from '../../server/domain/ids.ts';
import type { VaultEntry } from '../../server/ports/vault.ts';
import { agent } from '../contract/agents.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();
const clinic: AgentId = 'agt_01KAHZ0000000000000000AAAA';

function entry(value: number, offer: string): VaultEntry {
  return {
    index: String(value).padStart(64, '0'),
    token: `TOK1.PHONE.K_HEALTHCARE.${offer}${String(value).padStart(16, '0')}`,
    kind: 'PHONE',
    kid: 'K_HEALTHCARE',
    surface: `555-01${String(value).padStart(2, '0')}`,
  };
}

describe('replicas on one database', () => {
  it('give a new value the same token, in any order of their requests', async () => {
    const { stores, replica } = await onPostgres();
    const values = Array.from({ length: 20 }, (_, value) => value);
    const rounds = Array.from({ length: 8 }, (_, round) => {
      const offers = values.map((value) => entry(value, `R${round}XX`));
      const own = round % 2 === 0 ? stores.vault : replica.vault;
      const asked = round % 3 === 0 ? offers : offers.toReversed();
      return own
        .intern(clinic, asked)
        .then(({ tokens }) => (asked === offers ? tokens : tokens.toReversed()));
    });
    const answers = await Promise.all(rounds);
    expect(new Set(answers.map((tokens) => tokens.join())).size).toBe(1);
    const found = await replica.vault.find(answers[0] ?? [], clinic);
    expect(found.map((row) => row?.surface)).toEqual(
      values.map((value) => entry(value, '').surface),
    );
  });

  it('refuse a name that another replica takes at the same time', async () => {
    const { stores, replica } = await onPostgres();
    const asked = await Promise.allSettled([
      stores.agents.create(agent(1, { name: 'Front desk' })),
      replica.agents.create(agent(2, { name: 'Front desk' })),
    ]);
    const refused = asked.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(['name_taken']);
  });

  it('store nothing of a session that another replica erases at the same time', async () => {
    const { stores, replica, place } = await onPostgres();
    const sessionId = 'sess_01KAHZ0000000000000000AAAA';
    const first = { sha256: 'first', ciphertext: new Uint8Array(9) };
    await stores.payloads.keepFirst(sessionId, { kid: 'K1', wrapped: new Uint8Array(40) }, first);
    const keeping = Array.from({ length: 10 }, (_, number) =>
      stores.payloads.keep(sessionId, { sha256: `${number}`, ciphertext: new Uint8Array(9) }),
    );
    await Promise.all([...keeping, replica.payloads.erase([sessionId])]);
    expect(await stores.payloads.read(sessionId)).toEqual({ state: 'erased' });
    expect(await place.sql('SELECT * FROM payload')).toEqual([]);
  });

  it('never replace a newer summary of a call by an older one', async () => {
    const { stores, replica } = await onPostgres();
    const summary = {
      id: 'sess_01KAHZ0000000000000000AAAA',
      agentId: clinic,
      agentName: 'Reception',
      startedAt: '2026-11-21T09:00:00.000Z',
      endedAt: '2026-11-21T09:00:00.000Z',
      durationMs: 0,
      status: 'ok',
      redactionCount: 2,
      redactionsByKind: {},
      exposure: noExposure,
      upstreamModel: 'stub',
      turnCount: 2,
      ended: false,
    } as const;
    await stores.summaries.record([{ summary, foldedSeq: 9, addedMs: {} }]);
    await replica.summaries.record([
      { summary: { ...summary, turnCount: 1 }, foldedSeq: 7, addedMs: {} },
    ]);
    expect((await stores.summaries.get(summary.id))?.summary.turnCount).toBe(2);
  });
});

const sensitive = {
  surface: 'marigold quennell',
  agentName: 'Quennell desk',
  prompt: 'You answer for Dr Quennell.',
  greeting: 'Quennell practice, how can I help?',
  tool: 'find_quennell_slot',
  policy: 'name: quennell-policy\n',
  login: 'm.quennell@example.com',
  displayName: 'Marigold Q.',
  subject: 'subject-of-quennell',
};

describe('the database server', () => {
  const filled = async () => {
    const opened = await onPostgres();
    const { stores } = opened;
    await stores.vault.intern(clinic, [{ ...entry(1, 'ZZZZ'), surface: sensitive.surface }]);
    await stores.agents.create(
      agent(1, {
        name: sensitive.agentName,
        policyYaml: sensitive.policy,
        systemPrompt: sensitive.prompt,
        firstMessage: sensitive.greeting,
        tools: [{ type: 'function', function: { name: sensitive.tool } }],
      }),
    );
    await stores.users.signIn(
      {
        id: 'usr_01KAHZ0000000000000000AAAA',
        identity: { issuer: 'https://id.example.com', subject: sensitive.subject },
        emailVerified: true,
        login: sensitive.login,
        displayName: sensitive.displayName,
        role: 'admin',
        createdAt: '2026-11-21T09:00:00.000Z',
      },
      false,
    );
    await stores.policyTexts.keep({ sha256: 'ab'.repeat(32), yaml: sensitive.policy });
    await stores.summaries.record([
      {
        summary: {
          id: 'sess_01KAHZ0000000000000000AAAA',
          agentId: clinic,
          agentName: sensitive.agentName,
          startedAt: '2026-11-21T09:00:00.000Z',
          endedAt: '2026-11-21T09:00:00.000Z',
          durationMs: 0,
          status: 'ok',
          redactionCount: 0,
          redactionsByKind: {},
          exposure: noExposure,
          upstreamModel: 'stub',
          turnCount: 1,
          ended: true,
        },
        foldedSeq: 1,
        addedMs: {},
      },
    ]);
    return opened;
  };
  const tables = ['vault', 'agents', 'users', 'policy_text', 'sessions'];

  it('cannot read sensitive values in any column', async () => {
    const { place } = await filled();
    for (const table of tables) {
      const rows = await place.sql(`SELECT * FROM ${table}`);
      expect(rows, table).toHaveLength(1);
      const bytes = rows
        .flatMap(Object.values)
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)));
      const legible = Object.values(sensitive).filter((text) => bytes.join('\n').includes(text));
      expect(legible, table).toEqual([]);
    }
  });

  it('cannot move a value to the token or index of another row', async () => {
    const { place, stores } = await filled();
    const [first, second] = [entry(1, 'ZZZZ'), entry(2, 'ZZZZ')];
    await stores.vault.intern(clinic, [second]);
    await place.sql(
      `UPDATE vault SET surface = (SELECT surface FROM vault WHERE token = '${first.token}')
       WHERE token = '${second.token}'`,
    );
    await expect(stores.vault.find([second.token])).rejects.toThrow('vault.surface');
    expect((await stores.vault.find([first.token]))[0]?.surface).toBe(sensitive.surface);

    await place.sql(`UPDATE vault SET value_index = 'other' WHERE token = '${first.token}'`);
    await expect(stores.vault.find([first.token])).rejects.toThrow('vault.surface');
  });

  it('cannot see the exact length of a short value', async () => {
    const { place, stores } = await onPostgres();
    const surfaces = ['', 'Li', 'Marigold Quenne'];
    await stores.vault.intern(
      clinic,
      surfaces.map((surface, value) => ({ ...entry(value, 'LLLL'), surface })),
    );
    const rows = await place.sql('SELECT DISTINCT length(surface) FROM vault');
    expect(rows).toHaveLength(1);
  });
});
